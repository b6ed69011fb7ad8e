// Exported files, judged by the CDK, TypeScript's compiler and HashiCorp's parser: every stack compiles under `strict` and synthesises
// to what the template says (and is left for `reread` to read again), every file of Terraform parses and says what the input of
// CreateTable says.
//
// `cargo xtask test formats` writes the files to exported/ beside this one, a folder for each design.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";

import { parse } from "@cdktf/hcl2json";

const here = import.meta.dirname;
const exported = path.join(here, "exported");
const require = createRequire(import.meta.url);
/** The writer of YAML that the CDK has in it. */
const YAML = createRequire(require.resolve("aws-cdk-lib"))("yaml");
const designs = readdirSync(exported).sort();

/** The files of one design in one format. */
function files(design, format) {
  const folder = path.join(exported, design, format);
  return readdirSync(folder).sort().map((file) => path.join(folder, file));
}

const read = (file) => readFileSync(file, "utf8");

/** Resources as they are compared: what depends on one thing is a list of one, and the CDK sorts tags. */
function comparable(resources) {
  const copy = structuredClone(resources);
  for (const resource of Object.values(copy)) {
    resource.DependsOn = [resource.DependsOn ?? []].flat();
    resource.Properties.Tags?.sort((one, two) => (one.Key < two.Key ? -1 : 1));
  }
  return copy;
}

test("every stack compiles under strict and synthesises to the template", async (t) => {
  rmSync(path.join(here, "compiled"), { recursive: true, force: true });
  const compiler = path.join(here, "node_modules", "typescript", "bin", "tsc");
  try {
    execFileSync(process.execPath, [compiler, "--project", here], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout || String(error));
  }
  const { App } = require("aws-cdk-lib");
  for (const design of designs) {
    await t.test(design, () => {
      const [source] = files(design, "cdk");
      const compiled = path.join(here, "compiled", design, "cdk", path.basename(source, ".ts") + ".js");
      const [Stack, ...others] = Object.values(require(compiled));
      assert.equal(others.length, 0, "one class a file");
      const app = new App({ analyticsReporting: false });
      new Stack(app, "Judged");
      const synthesised = app.synth().getStackByName("Judged").template;
      const [template] = files(design, "cloudformation");
      assert.deepEqual(comparable(synthesised.Resources), comparable(JSON.parse(read(template)).Resources));
      // What is read again, as `cdk synth` prints it and as it is deployed.
      const folder = path.join(exported, design, "synthesised");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "template.json"), JSON.stringify(synthesised, null, 1));
      writeFileSync(path.join(folder, "template.yaml"), YAML.stringify(synthesised, { schema: "yaml-1.1" }));
    });
  }
});

// The arguments of the provider's documentation, version 6.
const throughput = { read_capacity: 0, write_capacity: 0 };
const onDemand = { max_read_request_units: 0, max_write_request_units: 0 };
const warm = { read_units_per_second: 0, write_units_per_second: 0 };
const projection = { projection_type: "", non_key_attributes: [] };
const ARGUMENTS = {
  name: "", billing_mode: "", hash_key: "", range_key: "", table_class: "", deletion_protection_enabled: true, stream_enabled: true,
  stream_view_type: "", tags: null, ...throughput,
  attribute: { name: "", type: "" },
  global_secondary_index: {
    name: "", hash_key: "", range_key: "", ...projection, ...throughput,
    key_schema: { attribute_name: "", key_type: "" }, on_demand_throughput: onDemand, warm_throughput: warm,
  },
  local_secondary_index: { name: "", range_key: "", ...projection },
  on_demand_throughput: onDemand,
  warm_throughput: warm,
  ttl: { attribute_name: "", enabled: true },
  server_side_encryption: { enabled: true, kms_key_arn: "" },
};

/** A block with the texts that Terraform makes of its templates, where all names are arguments. */
function checked(block, known, place) {
  const all = {};
  for (const [name, value] of Object.entries(block)) {
    if (known === null) {
      all[literal(name)] = literal(value);
      continue;
    }
    assert.ok(name in known, `${place} has no argument ${name}`);
    const isBlock = typeof known[name] === "object" && !Array.isArray(known[name]) && name !== "tags";
    if (isBlock) {
      all[name] = value.map((inner) => checked(inner, known[name], `${place}.${name}`));
    } else if (name === "tags") {
      all[name] = checked(value, null, place);
    } else {
      all[name] = Array.isArray(value) ? value.map(literal) : literal(value);
      assert.equal(typeof all[name], typeof known[name], `${place}.${name}`);
    }
  }
  return all;
}

/** A template without expressions as its text. */
function literal(value) {
  if (typeof value !== "string") return value;
  assert.doesNotMatch(value.replaceAll("$${", "").replaceAll("%%{", ""), /[$%]\{/, "no template may be left");
  return value.replaceAll("$${", "${").replaceAll("%%{", "%{");
}

const keySchema = (hash, range) => [
  { AttributeName: hash, KeyType: "HASH" },
  ...(range === undefined ? [] : [{ AttributeName: range, KeyType: "RANGE" }]),
];

const units = ({ read_capacity, write_capacity }) =>
  read_capacity === undefined ? {} : { ProvisionedThroughput: { ReadCapacityUnits: read_capacity, WriteCapacityUnits: write_capacity } };

function limits({ on_demand_throughput, warm_throughput }) {
  const said = {};
  if (on_demand_throughput) {
    const [{ max_read_request_units, max_write_request_units }] = on_demand_throughput;
    said.OnDemandThroughput = { MaxReadRequestUnits: max_read_request_units, MaxWriteRequestUnits: max_write_request_units };
  }
  if (warm_throughput) {
    const [{ read_units_per_second, write_units_per_second }] = warm_throughput;
    said.WarmThroughput = { ReadUnitsPerSecond: read_units_per_second, WriteUnitsPerSecond: write_units_per_second };
  }
  return said;
}

const projected = ({ projection_type, non_key_attributes }) => ({
  ProjectionType: projection_type,
  ...(non_key_attributes ? { NonKeyAttributes: non_key_attributes } : {}),
});

/** A resource as the input of CreateTable that makes the same table. */
function asCreateTable(table) {
  const create = {
    TableName: table.name,
    BillingMode: table.billing_mode,
    AttributeDefinitions: table.attribute.map(({ name, type }) => ({ AttributeName: name, AttributeType: type })),
    KeySchema: keySchema(table.hash_key, table.range_key),
    ...units(table),
    ...limits(table),
  };
  for (const index of table.global_secondary_index ?? []) {
    const several = index.key_schema?.map((part) => ({ AttributeName: part.attribute_name, KeyType: part.key_type }));
    (create.GlobalSecondaryIndexes ??= []).push({
      IndexName: index.name,
      KeySchema: several ?? keySchema(index.hash_key, index.range_key),
      Projection: projected(index),
      ...units(index),
      ...limits(index),
    });
  }
  for (const index of table.local_secondary_index ?? []) {
    (create.LocalSecondaryIndexes ??= []).push({
      IndexName: index.name,
      KeySchema: keySchema(table.hash_key, index.range_key),
      Projection: projected(index),
    });
  }
  if (table.stream_enabled) create.StreamSpecification = { StreamEnabled: true, StreamViewType: table.stream_view_type };
  if (table.table_class) create.TableClass = table.table_class;
  if (table.deletion_protection_enabled !== undefined) create.DeletionProtectionEnabled = table.deletion_protection_enabled;
  if (table.tags) create.Tags = Object.entries(table.tags).map(([Key, Value]) => ({ Key, Value }));
  for (const { kms_key_arn } of table.server_side_encryption ?? []) {
    create.SSESpecification = { Enabled: true, SSEType: "KMS", ...(kms_key_arn ? { KMSMasterKeyId: kms_key_arn } : {}) };
  }
  return create;
}

const byKey = (tags) => tags?.toSorted((one, two) => (one.Key < two.Key ? -1 : 1));

test("every file of Terraform says what CreateTable is given", async (t) => {
  for (const design of designs) {
    await t.test(design, async () => {
      const [file] = files(design, "terraform");
      const { resource = {} } = await parse(file, read(file));
      const tables = Object.entries(resource.aws_dynamodb_table ?? {});
      const inputs = files(design, "create-table").map((file) => JSON.parse(read(file)));
      const creates = inputs.filter((input) => input.KeySchema);
      assert.equal(tables.length, creates.length);
      for (const [label, [block]] of tables) {
        assert.match(label, /^[a-z][a-z0-9_]*$/);
        const table = checked(block, ARGUMENTS, label);
        const made = asCreateTable(table);
        const { VectorIndexes, ...asked } = creates.find((create) => create.TableName === table.name);
        asked.BillingMode ??= "PROVISIONED";
        assert.deepEqual({ ...made, Tags: byKey(made.Tags) }, { ...asked, Tags: byKey(asked.Tags) });
        const expires = inputs.find((input) => input.TimeToLiveSpecification && input.TableName === table.name);
        assert.equal(table.ttl?.[0].attribute_name, expires?.TimeToLiveSpecification.AttributeName);
      }
    });
  }
});
