// One round of every operation through AWS's own SDK for JavaScript: its client, its document client, its client
// for streams. `cargo xtask test sdk` starts the endpoint and names it in ENDPOINT.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as db from '@aws-sdk/client-dynamodb';
import * as streams from '@aws-sdk/client-dynamodb-streams';
import { DynamoDBDocument, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';

const config = {
  endpoint: process.env.ENDPOINT,
  region: 'us-east-1',
  credentials: { accessKeyId: 'any', secretAccessKey: 'thing' },
  maxAttempts: 1,
};
const client = new db.DynamoDBClient(config);
const streamsClient = new streams.DynamoDBStreamsClient(config);
const documents = DynamoDBDocument.from(client, { marshallOptions: { removeUndefinedValues: true } });
const send = (command) => client.send(command);

/** Creates a table of orders, with an index of each kind, and waits until it stands. */
async function createOrders(TableName, more = {}) {
  const key = (AttributeName, KeyType) => ({ AttributeName, KeyType });
  const created = await send(new db.CreateTableCommand({
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'customer', AttributeType: 'S' },
      { AttributeName: 'at', AttributeType: 'N' },
      { AttributeName: 'status', AttributeType: 'S' },
    ],
    KeySchema: [key('customer', 'HASH'), key('at', 'RANGE')],
    GlobalSecondaryIndexes: [{
      IndexName: 'byStatus',
      KeySchema: [key('status', 'HASH'), key('at', 'RANGE')],
      Projection: { ProjectionType: 'ALL' },
    }],
    LocalSecondaryIndexes: [{
      IndexName: 'byState',
      KeySchema: [key('customer', 'HASH'), key('status', 'RANGE')],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['amount'] },
    }],
    ...more,
  }));
  await db.waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.1 }, { TableName });
  return created.TableDescription;
}

const order = (customer, at, more = {}) => ({ customer: { S: customer }, at: { N: String(at) }, ...more });
const key = order;

test('the service says where it is and what an account may have', async () => {
  const { Endpoints } = await send(new db.DescribeEndpointsCommand({}));
  assert.match(Endpoints[0].Address, /^dynamodb\./);
  const limits = await send(new db.DescribeLimitsCommand({}));
  assert.ok(limits.AccountMaxReadCapacityUnits >= limits.TableMaxReadCapacityUnits);
});

test('tables come, are described, listed, changed and go', async () => {
  const description = await createOrders('JsTables');
  assert.ok(Math.abs(description.CreationDateTime.getTime() - Date.now()) < 600_000);
  const { Table } = await send(new db.DescribeTableCommand({ TableName: 'JsTables' }));
  assert.equal(Table.TableStatus, 'ACTIVE');
  assert.equal(Table.TableArn, description.TableArn);
  assert.equal(Table.GlobalSecondaryIndexes[0].IndexName, 'byStatus');
  await assert.rejects(createOrders('JsTables'), db.ResourceInUseException);

  const { TableNames } = await send(new db.ListTablesCommand({ ExclusiveStartTableName: 'JsTable', Limit: 1 }));
  assert.deepEqual(TableNames, ['JsTables']);

  await send(new db.PutItemCommand({ TableName: 'JsTables', Item: order('c', 1, { city: { S: 'Reno' } }) }));
  await send(new db.UpdateTableCommand({
    TableName: 'JsTables',
    AttributeDefinitions: [{ AttributeName: 'city', AttributeType: 'S' }],
    GlobalSecondaryIndexUpdates: [{
      Create: {
        IndexName: 'byCity',
        KeySchema: [{ AttributeName: 'city', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    }],
  }));
  await db.waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.1 }, { TableName: 'JsTables' });
  const filled = await send(new db.ScanCommand({ TableName: 'JsTables', IndexName: 'byCity' }));
  assert.deepEqual(filled.Items, [order('c', 1, { city: { S: 'Reno' } })]);
  await send(new db.UpdateTableCommand({
    TableName: 'JsTables',
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 6 },
    GlobalSecondaryIndexUpdates: ['byStatus', 'byCity'].map((IndexName) => ({
      Update: { IndexName, ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
    })),
  }));
  const changed = await send(new db.DescribeTableCommand({ TableName: 'JsTables' }));
  assert.equal(changed.Table.ProvisionedThroughput.WriteCapacityUnits, 6);

  await send(new db.DeleteTableCommand({ TableName: 'JsTables' }));
  await db.waitUntilTableNotExists({ client, maxWaitTime: 20, minDelay: 0.1 }, { TableName: 'JsTables' });
  await assert.rejects(
    send(new db.DescribeTableCommand({ TableName: 'JsTables' })),
    (error) => error instanceof db.ResourceNotFoundException && error.message.includes('JsTables'),
  );
});

test('time to live is set and described', async () => {
  await createOrders('JsTimeToLive');
  const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true };
  await send(new db.UpdateTimeToLiveCommand({ TableName: 'JsTimeToLive', TimeToLiveSpecification }));
  const { TimeToLiveDescription } =
    await send(new db.DescribeTimeToLiveCommand({ TableName: 'JsTimeToLive' }));
  assert.equal(TimeToLiveDescription.AttributeName, 'expires');
  assert.match(TimeToLiveDescription.TimeToLiveStatus, /^ENABL(ED|ING)$/);
});

test('tags are put on, listed and taken off', async () => {
  const { TableArn: ResourceArn } = await createOrders('JsTags', { Tags: [{ Key: 'a', Value: '1' }] });
  await send(new db.TagResourceCommand({ ResourceArn, Tags: [{ Key: 'b', Value: '2' }] }));
  await send(new db.UntagResourceCommand({ ResourceArn, TagKeys: ['a'] }));
  const { Tags } = await send(new db.ListTagsOfResourceCommand({ ResourceArn }));
  assert.deepEqual(Tags, [{ Key: 'b', Value: '2' }]);
});

test('items are put, read, updated and deleted', async () => {
  const TableName = 'JsItems';
  await createOrders(TableName);
  const Item = order('c', 1, {
    text: { S: 'Größe 😀' }, number: { N: '0.1234567890123456789012345678901234567' }, bytes: { B: new Uint8Array([0, 255]) },
    yes: { BOOL: true }, nothing: { NULL: true }, parts: { L: [{ N: '1' }, { M: { deep: { L: [] } } }] },
    texts: { SS: ['a', 'b'] }, numbers: { NS: ['1'] }, blobs: { BS: [new Uint8Array([1])] },
  });
  const put = await send(new db.PutItemCommand({ TableName, Item, ReturnConsumedCapacity: 'TOTAL' }));
  assert.equal(put.ConsumedCapacity.CapacityUnits, 1);
  const read = await send(new db.GetItemCommand({ TableName, Key: key('c', 1), ConsistentRead: true }));
  assert.deepEqual(read.Item, Item);

  const updated = await send(new db.UpdateItemCommand({
    TableName,
    Key: key('c', 1),
    UpdateExpression: 'SET #n = #n + :one, parts[0] = :one REMOVE yes ADD tries :one DELETE texts :gone',
    ExpressionAttributeNames: { '#n': 'number' },
    ExpressionAttributeValues: { ':one': { N: '1' }, ':gone': { SS: ['a'] } },
    ReturnValues: 'UPDATED_NEW',
  }));
  assert.equal(updated.Attributes.number.N, '1.1234567890123456789012345678901234567');
  assert.deepEqual(updated.Attributes.texts, { SS: ['b'] });
  assert.deepEqual(updated.Attributes.tries, { N: '1' });

  const unmet = new db.DeleteItemCommand({
    TableName,
    Key: key('c', 1),
    ConditionExpression: 'tries > :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  await assert.rejects(
    send(unmet),
    (error) => error instanceof db.ConditionalCheckFailedException && error.Item.tries.N === '1',
  );
  const deleted =
    await send(new db.DeleteItemCommand({ TableName, Key: key('c', 1), ReturnValues: 'ALL_OLD' }));
  assert.equal(deleted.Attributes.text.S, 'Größe 😀');
  assert.equal((await send(new db.GetItemCommand({ TableName, Key: key('c', 1) }))).Item, undefined);
});

test('batches write and read', async () => {
  const TableName = 'JsBatches';
  await createOrders(TableName);
  const puts = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: order('c', at) } }));
  const written = await send(new db.BatchWriteItemCommand({ RequestItems: { [TableName]: puts } }));
  assert.deepEqual(written.UnprocessedItems, {});
  await send(new db.BatchWriteItemCommand({
    RequestItems: { [TableName]: [{ DeleteRequest: { Key: key('c', 0) } }] },
  }));
  const { Responses } = await send(new db.BatchGetItemCommand({
    RequestItems: { [TableName]: { Keys: [0, 1, 2].map((at) => key('c', at)), ProjectionExpression: 'customer' } },
  }));
  assert.deepEqual(Responses[TableName], [{ customer: { S: 'c' } }, { customer: { S: 'c' } }]);
  await assert.rejects(
    send(new db.BatchWriteItemCommand({ RequestItems: { [TableName]: [...puts, ...puts] } })),
    { name: 'ValidationException' },
  );
});

test('transactions hold together', async () => {
  const TableName = 'JsTransactions';
  await createOrders(TableName);
  const put = (at, more) => ({ Put: { TableName, Item: order('c', at), ...more } });
  await send(new db.TransactWriteItemsCommand({ TransactItems: [put(1), put(2)] }));
  const onlyNew = { ConditionExpression: 'attribute_not_exists(customer)' };
  await assert.rejects(
    send(new db.TransactWriteItemsCommand({ TransactItems: [put(3), put(2, onlyNew)] })),
    (error) => error instanceof db.TransactionCanceledException
      && error.CancellationReasons.map((reason) => reason.Code).join() === 'None,ConditionalCheckFailed',
  );
  const get = (at) => ({ Get: { TableName, Key: key('c', at) } });
  const { Responses } = await send(new db.TransactGetItemsCommand({ TransactItems: [get(1), get(3)] }));
  assert.deepEqual(Responses, [{ Item: order('c', 1) }, {}]);
});

test('queries and scans page through a table and its indexes', async () => {
  const TableName = 'JsReads';
  await createOrders(TableName);
  for (let at = 0; at < 5; at += 1) {
    await documents.put({ TableName, Item: { customer: 'c', at, status: at % 2 ? 'OPEN' : 'DONE', amount: at } });
  }
  const query = {
    TableName,
    KeyConditionExpression: 'customer = :c AND #at BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':c': { S: 'c' }, ':low': { N: '1' }, ':high': { N: '3' } },
  };
  const back = await send(new db.QueryCommand({ ...query, ScanIndexForward: false, Limit: 2 }));
  assert.deepEqual(back.Items.map((item) => item.at.N), ['3', '2']);
  assert.deepEqual(back.LastEvaluatedKey, key('c', 2));

  const found = [];
  const values = { ':c': 'c', ':open': 'OPEN' };
  const pages = paginateQuery({ client: documents, pageSize: 1 }, {
    TableName,
    IndexName: 'byState',
    KeyConditionExpression: 'customer = :c AND #status = :open',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: values,
  });
  for await (const page of pages) found.push(...page.Items.map((item) => item.at));
  assert.deepEqual(found, [1, 3]);

  let scanned = 0;
  const scan = { TableName, FilterExpression: 'amount >= :two', ExpressionAttributeValues: { ':two': 2 } };
  for await (const page of paginateScan({ client: documents, pageSize: 2 }, scan)) scanned += page.Count;
  assert.equal(scanned, 3);
  const whole = await send(new db.ScanCommand({ TableName, Select: 'COUNT', Segment: 0, TotalSegments: 1 }));
  assert.deepEqual([whole.Count, whole.ScannedCount, whole.Items], [5, 5, undefined]);
});

test('PartiQL reads and writes', async () => {
  const TableName = 'JsPartiQL';
  await createOrders(TableName);
  const insert = (at) => ({ Statement: `INSERT INTO "${TableName}" VALUE {'customer': 'c', 'at': ?}`, Parameters: [{ N: String(at) }] });
  const select = (at) => ({ Statement: `SELECT * FROM "${TableName}" WHERE customer = 'c' AND "at" = ${at}` });
  await send(new db.ExecuteStatementCommand(insert(1)));
  await assert.rejects(send(new db.ExecuteStatementCommand(insert(1))), db.DuplicateItemException);
  const batch = await send(new db.BatchExecuteStatementCommand({ Statements: [insert(2), insert(1)] }));
  assert.equal(batch.Responses[1].Error.Code, 'DuplicateItem');
  await send(new db.ExecuteTransactionCommand({ TransactStatements: [insert(3), insert(4)] }));
  const both = await send(new db.ExecuteTransactionCommand({ TransactStatements: [select(3), select(4)] }));
  assert.deepEqual(both.Responses.map((response) => response.Item.at.N), ['3', '4']);
  const update = { Statement: `UPDATE "${TableName}" SET amount = 7 WHERE customer = 'c' AND "at" = 1 RETURNING ALL NEW *` };
  assert.equal((await send(new db.ExecuteStatementCommand(update))).Items[0].amount.N, '7');
  await send(new db.ExecuteStatementCommand({ Statement: `DELETE FROM "${TableName}" WHERE customer = 'c' AND "at" = 2` }));
  const left = await send(new db.ExecuteStatementCommand({ Statement: `SELECT "at" FROM "${TableName}" WHERE customer = 'c'` }));
  assert.deepEqual(left.Items.map((item) => item.at.N), ['1', '3', '4']);
});

test('the document client does the same with plain values', async () => {
  const TableName = 'JsDocuments';
  await createOrders(TableName);
  const Key = { customer: 'c', at: 1 };
  await documents.put({ TableName, Item: { ...Key, tags: new Set(['x', 'y']), nested: { parts: [1, 'two', null, true] } } });
  const { Item } = await documents.get({ TableName, Key });
  assert.deepEqual(Item, { ...Key, tags: new Set(['x', 'y']), nested: { parts: [1, 'two', null, true] } });
  const { Attributes } = await documents.update({
    TableName, Key, UpdateExpression: 'SET nested.parts[1] = :v', ExpressionAttributeValues: { ':v': 2 }, ReturnValues: 'ALL_NEW',
  });
  assert.deepEqual(Attributes.nested.parts, [1, 2, null, true]);
  await documents.batchWrite({ RequestItems: { [TableName]: [{ PutRequest: { Item: { customer: 'c', at: 2 } } }] } });
  const got = await documents.batchGet({ RequestItems: { [TableName]: { Keys: [{ customer: 'c', at: 2 }] } } });
  assert.deepEqual(got.Responses[TableName], [{ customer: 'c', at: 2 }]);
  await documents.transactWrite({ TransactItems: [{ Put: { TableName, Item: { customer: 'c', at: 3 } } }] });
  const read = await documents.transactGet({ TransactItems: [{ Get: { TableName, Key: { customer: 'c', at: 3 } } }] });
  assert.deepEqual(read.Responses[0].Item, { customer: 'c', at: 3 });
  const named = { Statement: `SELECT "at" FROM "${TableName}" WHERE customer = ?`, Parameters: ['c'] };
  assert.deepEqual((await documents.executeStatement(named)).Items, [{ at: 1 }, { at: 2 }, { at: 3 }]);
  const one = { Statement: `SELECT "at" FROM "${TableName}" WHERE customer = 'c' AND "at" = ?`, Parameters: [3] };
  assert.deepEqual((await documents.batchExecuteStatement({ Statements: [one] })).Responses[0].Item, { at: 3 });
  assert.deepEqual((await documents.executeTransaction({ TransactStatements: [one] })).Responses[0].Item, { at: 3 });
  assert.equal((await documents.query({
    TableName, KeyConditionExpression: 'customer = :c', ExpressionAttributeValues: { ':c': 'c' },
  })).Count, 3);
  await documents.delete({ TableName, Key });
  assert.equal((await documents.scan({ TableName })).Count, 2);
});

test('a stream tells what changed, in order', async () => {
  const TableName = 'JsStreams';
  const { LatestStreamArn } = await createOrders(TableName, {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  await documents.put({ TableName, Item: { customer: 'c', at: 1, amount: 1 } });
  await documents.put({ TableName, Item: { customer: 'c', at: 1, amount: 2 } });
  await documents.delete({ TableName, Key: { customer: 'c', at: 1 } });

  const { Streams } = await streamsClient.send(new streams.ListStreamsCommand({ TableName }));
  assert.deepEqual(Streams.map((stream) => stream.StreamArn), [LatestStreamArn]);
  const { StreamDescription } =
    await streamsClient.send(new streams.DescribeStreamCommand({ StreamArn: LatestStreamArn }));
  assert.equal(StreamDescription.StreamViewType, 'NEW_AND_OLD_IMAGES');
  const records = [];
  for (const { ShardId } of StreamDescription.Shards) {
    const start = { StreamArn: LatestStreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await streamsClient.send(new streams.GetShardIteratorCommand(start));
    records.push(...(await streamsClient.send(new streams.GetRecordsCommand({ ShardIterator }))).Records);
  }
  const images = ({ eventName, dynamodb: { OldImage, NewImage } }) =>
    [eventName, OldImage?.amount.N, NewImage?.amount.N];
  assert.deepEqual(records.map(images), [
    ['INSERT', undefined, '1'], ['MODIFY', '1', '2'], ['REMOVE', '2', undefined],
  ]);
  await assert.rejects(
    streamsClient.send(new streams.DescribeStreamCommand({ StreamArn: `${LatestStreamArn}0` })),
    streams.ResourceNotFoundException,
  );
});
