"""The code of rows, run: what it prints is what the row brings on the engine, and the tables hold the same afterwards.

`cargo xtask test sdk` starts the endpoint, and names it and the file of cases (crates/map/examples/code_cases.rs).
"""

import base64
import json
import os
import unittest

import boto3

client = boto3.client("dynamodb")

with open(os.environ["CASES"], encoding="utf-8") as file:
    CASES = json.load(file)


def sendable(value):
    """The same with binary values as bytes, as boto3 takes them."""
    if isinstance(value, list):
        return [sendable(each) for each in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"B"} and isinstance(value["B"], str):
        return {"B": base64.b64decode(value["B"])}
    if set(value) == {"BS"}:
        return {"BS": [base64.b64decode(each) for each in value["BS"]]}
    return {name: sendable(inner) for name, inner in value.items()}


def plain(value):
    """The same with bytes as the Base64 that the cases have."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return value


def comparable(brought):
    """Items by table in an order of their own: a batch brings them in any."""
    is_by_table = isinstance(brought, dict) and all(isinstance(each, list) for each in brought.values())
    if not is_by_table:
        return brought
    return {table: sorted(json.dumps(item, sort_keys=True) for item in items) for table, items in brought.items()}


def fill(case):
    for table in case["tables"]:
        name = table["TableName"]
        try:
            client.delete_table(TableName=name)
        except client.exceptions.ResourceNotFoundException:
            pass
        client.create_table(**table)
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 20})
        for item in case["items"][name]:
            client.put_item(TableName=name, Item=sendable(item))


def held(case):
    all_items = {}
    for table in case["tables"]:
        pages = client.get_paginator("scan").paginate(TableName=table["TableName"])
        all_items[table["TableName"]] = [plain(item) for page in pages for item in page["Items"]]
    return all_items


class Code(unittest.TestCase):
    maxDiff = 4000

    def test_every_row_brings_what_it_brings_on_the_engine(self):
        for case in CASES:
            is_fresh = False
            for row in case["rows"]:
                with self.subTest(case=case["name"], row=row["id"]):
                    if not is_fresh:
                        fill(case)
                    printed = []
                    program = compile(row["code"]["Python"], row["id"], "exec")
                    exec(program, {"__name__": "__main__", "print": printed.append})
                    self.assertEqual([comparable(plain(each)) for each in printed], [comparable(each) for each in row["brings"]])
                    self.assertEqual(comparable(held(case)), comparable(row["after"]))
                    is_fresh = row["after"] == case["items"]


if __name__ == "__main__":
    unittest.main(verbosity=2)
