"""Exported files, judged by cfn-lint with the schemas of AWS, by botocore with the model of the service, and by sending them.

`cargo xtask test formats` writes the files to the folder EXPORTED, a folder for each design, and names the endpoint in ENDPOINT.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import unittest
from decimal import Decimal
from pathlib import Path

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.validate import ParamValidator

EXPORTED = Path(os.environ["EXPORTED"])
DESIGNS = sorted(folder for folder in EXPORTED.iterdir() if folder.is_dir())
client = boto3.client(
    "dynamodb",
    endpoint_url=os.environ["ENDPOINT"],
    region_name="us-east-1",
    aws_access_key_id="any",
    aws_secret_access_key="thing",
    config=Config(retries={"total_max_attempts": 1}),
)


def files(design, part):
    """The files of a design in a format, each with what it says."""
    found = sorted((design / part).iterdir())
    return [(file, json.loads(file.read_text("utf-8"))) for file in found if file.suffix == ".json"]


def check(operation, parameters):
    """The service's own description of its operations takes these parameters."""
    shape = client.meta.service_model.operation_model(operation).input_shape
    report = ParamValidator().validate(parameters, shape)
    assert not report.has_errors(), report.generate_report()


def with_bytes(value):
    """Values with their binary parts as bytes, as the AWS CLI reads them out of base64."""
    (kind, content), = value.items()
    if kind == "B":
        return {"B": base64.b64decode(content, validate=True)}
    if kind == "BS":
        return {"BS": [base64.b64decode(one, validate=True) for one in content]}
    if kind == "M":
        return {"M": {name: with_bytes(inner) for name, inner in content.items()}}
    if kind == "L":
        return {"L": [with_bytes(inner) for inner in content]}
    return value


def read_item(item):
    return {name: with_bytes(value) for name, value in item.items()}


def comparable(value):
    """A value as it is compared: numbers by value, sets without order."""
    (kind, content), = value.items()
    if kind == "N":
        return kind, Decimal(content)
    if kind == "NS":
        return kind, frozenset(map(Decimal, content))
    if kind in ("SS", "BS"):
        return kind, frozenset(content)
    if kind == "M":
        return kind, {name: comparable(inner) for name, inner in content.items()}
    if kind == "L":
        return kind, [comparable(inner) for inner in content]
    return kind, content


def sorted_items(items):
    return sorted(
        ({name: comparable(value) for name, value in item.items()} for item in items),
        key=lambda item: repr(sorted(item.items(), key=lambda pair: pair[0])),
    )


def all_items(table):
    pages = client.get_paginator("scan").paginate(TableName=table)
    return [item for page in pages for item in page["Items"]]


def batches(design):
    """The batches of a design: of files, or of a file's lines."""
    for _, batch in files(design, "batch-write"):
        yield batch
    for file in (design / "batch-write").glob("*.jsonl"):
        yield from map(json.loads, file.read_text("utf-8").splitlines())


class Templates(unittest.TestCase):
    def test_cfn_lint_finds_nothing_in_any_template(self):
        templates = [str(file) for design in DESIGNS for file, _ in files(design, "cloudformation")]
        self.assertEqual(len(templates), len(DESIGNS))
        linter = shutil.which("cfn-lint", path=os.path.dirname(sys.executable))
        linted = subprocess.run([linter, "--format", "parseable", *templates], capture_output=True, text=True)
        self.assertEqual((linted.stdout, linted.returncode), ("", 0), linted.stderr)


class Tables(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        for table in client.list_tables()["TableNames"]:
            client.update_table(TableName=table, DeletionProtectionEnabled=False)
            client.delete_table(TableName=table)

    def test_tables_and_items_come_back_from_the_endpoint(self):
        for design in DESIGNS:
            with self.subTest(design.name):
                self.make(design)
            self.tearDown()

    def make(self, design):
        wanted = {}
        for _, parameters in files(design, "create-table"):
            if "TimeToLiveSpecification" in parameters:
                continue
            check("CreateTable", parameters)
            # The endpoint refuses these; the service's description has taken them.
            parameters.pop("VectorIndexes", None)
            client.create_table(**parameters)
            wanted[parameters["TableName"]] = parameters
        for _, parameters in files(design, "create-table"):
            if "TimeToLiveSpecification" in parameters:
                check("UpdateTimeToLive", parameters)
                client.update_time_to_live(**parameters)
        for name, parameters in wanted.items():
            self.described(parameters, client.describe_table(TableName=name)["Table"])
        for batch in batches(design):
            items = {
                table: [{"PutRequest": {"Item": read_item(one["PutRequest"]["Item"])}} for one in requests]
                for table, requests in batch.items()
            }
            check("BatchWriteItem", {"RequestItems": items})
            self.assertLessEqual(sum(map(len, items.values())), 25)
            self.assertEqual(client.batch_write_item(RequestItems=items)["UnprocessedItems"], {})
        (_, own), = files(design, "own")
        for table in own["tables"]:
            items = [read_item(item) for item in table["items"]]
            there = all_items(table["create"]["TableName"])
            self.assertEqual(len(there), len(items))
            self.assertTrue(sorted_items(there) == sorted_items(items), "other items")

    def described(self, asked, table):
        def listed(value, *names):
            return sorted(tuple(one.get(name) for name in names) for one in value)

        attribute = ("AttributeName", "AttributeType")
        self.assertEqual(listed(asked["AttributeDefinitions"], *attribute), listed(table["AttributeDefinitions"], *attribute))
        self.assertEqual(asked["KeySchema"], table["KeySchema"])
        mode = table.get("BillingModeSummary", {}).get("BillingMode", "PROVISIONED")
        self.assertEqual(asked.get("BillingMode", "PROVISIONED"), mode)
        for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
            there = {index["IndexName"]: index for index in table.get(kind, [])}
            self.assertEqual({index["IndexName"] for index in asked.get(kind, [])}, set(there))
            for index in asked.get(kind, []):
                found = there[index["IndexName"]]
                self.assertEqual(index["KeySchema"], found["KeySchema"])
                self.assertEqual(index["Projection"]["ProjectionType"], found["Projection"]["ProjectionType"])
                names = [sorted(one["Projection"].get("NonKeyAttributes", [])) for one in (index, found)]
                self.assertEqual(*names)
        if "StreamSpecification" in asked:
            self.assertEqual(asked["StreamSpecification"], table["StreamSpecification"])
        if "ProvisionedThroughput" in asked:
            self.assertEqual(asked["ProvisionedThroughput"].items() - table["ProvisionedThroughput"].items(), set())
        self.assertEqual(asked.get("DeletionProtectionEnabled", False), table["DeletionProtectionEnabled"])

    def test_a_table_that_is_not_sound_would_be_refused(self):
        with self.assertRaises(ClientError):
            client.create_table(TableName="Bad", KeySchema=[{"AttributeName": "a", "KeyType": "HASH"}], AttributeDefinitions=[])
        with self.assertRaises(AssertionError):
            check("CreateTable", {"TableName": "Bad", "Unknown": 1})


class Models(unittest.TestCase):
    """The structure that published models of NoSQL Workbench have. There is no public schema."""

    def test_models_have_the_structure_of_published_ones(self):
        for design in DESIGNS:
            with self.subTest(design.name):
                (_, model), = files(design, "workbench")
                self.assertIsInstance(model["ModelName"], str)
                about = model["ModelMetadata"]
                self.assertEqual(about["Version"], "3.0")
                for name in ("Author", "DateCreated", "DateLastModified", "Description"):
                    self.assertIsInstance(about[name], str)
                self.assertTrue(model["DataModel"])
                for table in model["DataModel"]:
                    self.table(table)

    def table(self, table):
        self.assertIsInstance(table["TableName"], str)
        keys = self.keys(table["KeyAttributes"])
        others = [self.attribute(one) for one in table.get("NonKeyAttributes", [])]
        for index in table.get("GlobalSecondaryIndexes", []):
            self.assertIsInstance(index["IndexName"], str)
            self.keys(index["KeyAttributes"])
            self.assertIn(index["Projection"]["ProjectionType"], ("ALL", "KEYS_ONLY", "INCLUDE"))
        if table.get("BillingMode") == "PROVISIONED":
            units = table["ProvisionedCapacitySettings"]["ProvisionedThroughput"]
            self.assertEqual({"ReadCapacityUnits", "WriteCapacityUnits"}, set(units))
        lists = [table.get("TableData", [])]
        for facet in table.get("TableFacets", []):
            self.assertIsInstance(facet["FacetName"], str)
            self.assertIn("PartitionKeyAlias", facet["KeyAttributeAlias"])
            self.assertTrue(all(isinstance(name, str) for name in facet["NonKeyAttributes"]))
            lists.append(facet["TableData"])
        for item in (item for items in lists for item in items):
            self.assertTrue(keys <= set(item), "an item lacks its key")
            self.assertTrue(set(item) <= keys | set(others), "an attribute is not declared")
            for value in item.values():
                self.assertEqual(len(value), 1)

    def keys(self, keys):
        self.assertTrue({"PartitionKey"} <= set(keys) <= {"PartitionKey", "SortKey"})
        return {self.attribute(one) for one in keys.values()}

    def attribute(self, attribute):
        self.assertIn(attribute["AttributeType"], ("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS"))
        return attribute["AttributeName"]


if __name__ == "__main__":
    unittest.main()
