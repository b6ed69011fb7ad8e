//! The record of what a request touched.
