"""One round of every operation through boto3: its client, its resource, its client for streams.

`cargo xtask test sdk` starts the endpoint and names it in ENDPOINT.
"""

import os
import unittest
from decimal import Decimal

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.config import Config
from botocore.exceptions import ClientError

OPTIONS = {
    "endpoint_url": os.environ["ENDPOINT"],
    "region_name": "us-east-1",
    "aws_access_key_id": "any",
    "aws_secret_access_key": "thing",
    "config": Config(retries={"total_max_attempts": 1}),
}
client = boto3.client("dynamodb", **OPTIONS)
resource = boto3.resource("dynamodb", **OPTIONS)
streams = boto3.client("dynamodbstreams", **OPTIONS)


def create_orders(name, **more):
    """Creates a table of orders, with an index of each kind, and waits until it stands."""

    def key(**parts):
        return [{"AttributeName": name, "KeyType": kind} for name, kind in parts.items()]

    created = client.create_table(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[
            {"AttributeName": "customer", "AttributeType": "S"},
            {"AttributeName": "at", "AttributeType": "N"},
            {"AttributeName": "status", "AttributeType": "S"},
        ],
        KeySchema=key(customer="HASH", at="RANGE"),
        GlobalSecondaryIndexes=[
            {
                "IndexName": "byStatus",
                "KeySchema": key(status="HASH", at="RANGE"),
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        LocalSecondaryIndexes=[
            {
                "IndexName": "byState",
                "KeySchema": key(customer="HASH", status="RANGE"),
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        **more,
    )
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 20})
    return created["TableDescription"]


def order(customer, at, **more):
    return {"customer": {"S": customer}, "at": {"N": str(at)}, **more}


class Round(unittest.TestCase):
    def refused(self, code, call, **arguments):
        """Calls what must be refused, and gives the error's answer."""
        with self.assertRaises(ClientError) as caught:
            call(**arguments)
        self.assertEqual(caught.exception.response["Error"]["Code"], code)
        return caught.exception.response

    def test_the_service_says_where_it_is_and_what_an_account_may_have(self):
        self.assertRegex(client.describe_endpoints()["Endpoints"][0]["Address"], r"^dynamodb\.")
        limits = client.describe_limits()
        self.assertGreaterEqual(
            limits["AccountMaxReadCapacityUnits"], limits["TableMaxReadCapacityUnits"]
        )

    def test_tables_come_are_described_listed_changed_and_go(self):
        created = create_orders("PyTables")
        table = client.describe_table(TableName="PyTables")["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertEqual(table["TableArn"], created["TableArn"])
        self.assertIn("PyTables", client.list_tables()["TableNames"])
        client.put_item(TableName="PyTables", Item=order("c", 1, city={"S": "Reno"}))
        client.update_table(
            TableName="PyTables",
            AttributeDefinitions=[{"AttributeName": "city", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[
                {
                    "Create": {
                        "IndexName": "byCity",
                        "KeySchema": [{"AttributeName": "city", "KeyType": "HASH"}],
                        "Projection": {"ProjectionType": "ALL"},
                    }
                }
            ],
        )
        self.assertEqual(client.scan(TableName="PyTables", IndexName="byCity")["Count"], 1)
        client.update_table(
            TableName="PyTables", GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "byCity"}}]
        )
        client.delete_table(TableName="PyTables")
        client.get_waiter("table_not_exists").wait(
            TableName="PyTables", WaiterConfig={"Delay": 1, "MaxAttempts": 20}
        )
        self.refused("ResourceNotFoundException", client.describe_table, TableName="PyTables")

    def test_time_to_live_is_set_and_described(self):
        create_orders("PyTimeToLive")
        wanted = {"AttributeName": "expires", "Enabled": True}
        client.update_time_to_live(TableName="PyTimeToLive", TimeToLiveSpecification=wanted)
        described = client.describe_time_to_live(TableName="PyTimeToLive")["TimeToLiveDescription"]
        self.assertEqual(described["AttributeName"], "expires")

    def test_tags_are_put_on_listed_and_taken_off(self):
        arn = create_orders("PyTags", Tags=[{"Key": "a", "Value": "1"}])["TableArn"]
        client.tag_resource(ResourceArn=arn, Tags=[{"Key": "b", "Value": "2"}])
        client.untag_resource(ResourceArn=arn, TagKeys=["a"])
        self.assertEqual(client.list_tags_of_resource(ResourceArn=arn)["Tags"], [{"Key": "b", "Value": "2"}])

    def test_items_are_put_read_updated_and_deleted(self):
        create_orders("PyItems")
        item = order("c", 1, text={"S": "Größe 😀"}, blob={"B": b"\0\xff"}, sets={"NS": ["1", "2"]})
        put = client.put_item(TableName="PyItems", Item=item, ReturnConsumedCapacity="INDEXES")
        self.assertEqual(put["ConsumedCapacity"]["Table"]["CapacityUnits"], 1)
        self.assertEqual(client.get_item(TableName="PyItems", Key=order("c", 1))["Item"], item)
        updated = client.update_item(
            TableName="PyItems",
            Key=order("c", 1),
            UpdateExpression="SET tries = if_not_exists(tries, :none) + :one",
            ExpressionAttributeValues={":none": {"N": "0"}, ":one": {"N": "1"}},
            ReturnValues="UPDATED_NEW",
        )
        self.assertEqual(updated["Attributes"], {"tries": {"N": "1"}})
        answer = self.refused(
            "ConditionalCheckFailedException",
            client.delete_item,
            TableName="PyItems",
            Key=order("c", 1),
            ConditionExpression="attribute_not_exists(tries)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )
        self.assertEqual(answer["Item"]["tries"], {"N": "1"})
        gone = client.delete_item(TableName="PyItems", Key=order("c", 1), ReturnValues="ALL_OLD")
        self.assertEqual(gone["Attributes"]["blob"], {"B": b"\0\xff"})

    def test_batches_write_and_read(self):
        create_orders("PyBatches")
        puts = [{"PutRequest": {"Item": order("c", at)}} for at in range(25)]
        self.assertEqual(client.batch_write_item(RequestItems={"PyBatches": puts})["UnprocessedItems"], {})
        keys = [order("c", at) for at in (3, 99)]
        got = client.batch_get_item(RequestItems={"PyBatches": {"Keys": keys}})
        self.assertEqual(got["Responses"], {"PyBatches": [order("c", 3)]})

    def test_transactions_hold_together(self):
        create_orders("PyTransactions")

        def put(at, **more):
            return {"Put": {"TableName": "PyTransactions", "Item": order("c", at), **more}}

        client.transact_write_items(TransactItems=[put(1), put(2)], ClientRequestToken="once")
        client.transact_write_items(TransactItems=[put(1), put(2)], ClientRequestToken="once")
        answer = self.refused(
            "TransactionCanceledException",
            client.transact_write_items,
            TransactItems=[put(1, ConditionExpression="attribute_not_exists(customer)"), put(3)],
        )
        codes = [reason["Code"] for reason in answer["CancellationReasons"]]
        self.assertEqual(codes, ["ConditionalCheckFailed", "None"])
        get = [{"Get": {"TableName": "PyTransactions", "Key": order("c", at)}} for at in (1, 3)]
        got = client.transact_get_items(TransactItems=get)
        self.assertEqual(got["Responses"], [{"Item": order("c", 1)}, {}])

    def test_queries_and_scans_page_through_a_table_and_its_indexes(self):
        create_orders("PyReads")
        for at in range(5):
            client.put_item(TableName="PyReads", Item=order("c", at, status={"S": "OPEN"}))
        pages = client.get_paginator("query").paginate(
            TableName="PyReads",
            IndexName="byStatus",
            KeyConditionExpression="#s = :s AND #a > :a",
            ExpressionAttributeNames={"#s": "status", "#a": "at"},
            ExpressionAttributeValues={":s": {"S": "OPEN"}, ":a": {"N": "1"}},
            PaginationConfig={"PageSize": 2},
        )
        self.assertEqual([i["at"]["N"] for page in pages for i in page["Items"]], ["2", "3", "4"])
        pages = client.get_paginator("scan").paginate(TableName="PyReads", PaginationConfig={"PageSize": 2})
        self.assertEqual(sum(page["Count"] for page in pages), 5)
        queried = client.query(
            TableName="PyReads",
            KeyConditions={"customer": {"AttributeValueList": [{"S": "c"}], "ComparisonOperator": "EQ"}},
            ScanIndexForward=False,
            Limit=1,
        )
        self.assertEqual(queried["Items"][0]["at"], {"N": "4"})

    def test_partiql_reads_and_writes(self):
        create_orders("PyPartiQL")

        def insert(at):
            return {"Statement": f"INSERT INTO \"PyPartiQL\" VALUE {{'customer': 'c', 'at': {at}}}"}

        select = {"Statement": "SELECT \"at\" FROM \"PyPartiQL\" WHERE customer = ?", "Parameters": [{"S": "c"}]}
        client.execute_statement(**insert(1))
        self.refused("DuplicateItemException", client.execute_statement, **insert(1))
        client.batch_execute_statement(Statements=[insert(2), insert(3)])
        client.execute_transaction(TransactStatements=[insert(4)])
        found = client.execute_statement(**select)["Items"]
        self.assertEqual([item["at"]["N"] for item in found], ["1", "2", "3", "4"])

    def test_the_resource_does_the_same_with_plain_values(self):
        create_orders("PyResource")
        table = resource.Table("PyResource")
        table.put_item(Item={"customer": "c", "at": 1, "amount": Decimal("12.50"), "tags": {"x"}})
        with table.batch_writer() as batch:
            for at in range(2, 40):
                batch.put_item(Item={"customer": "c", "at": at})
        found = table.query(KeyConditionExpression=Key("customer").eq("c") & Key("at").between(1, 2))
        self.assertEqual(
            found["Items"],
            [
                {"customer": "c", "at": 1, "amount": Decimal("12.5"), "tags": {"x"}},
                {"customer": "c", "at": 2},
            ],
        )
        found = table.scan(FilterExpression=Attr("amount").exists() | Attr("at").eq(39))
        self.assertEqual((found["Count"], found["ScannedCount"]), (2, 39))

    def test_a_stream_tells_what_changed_in_order(self):
        arn = create_orders(
            "PyStreams", StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
        )["LatestStreamArn"]
        client.put_item(TableName="PyStreams", Item=order("c", 1))
        client.delete_item(TableName="PyStreams", Key=order("c", 1))
        self.assertEqual([s["StreamArn"] for s in streams.list_streams(TableName="PyStreams")["Streams"]], [arn])
        shards = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]
        names = []
        for shard in shards:
            start = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
            iterator = streams.get_shard_iterator(**start)["ShardIterator"]
            records = streams.get_records(ShardIterator=iterator)["Records"]
            names += [(record["eventName"], "NewImage" in record["dynamodb"]) for record in records]
        self.assertEqual(names, [("INSERT", True), ("REMOVE", False)])


if __name__ == "__main__":
    unittest.main()
