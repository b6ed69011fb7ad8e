// The code of rows, run: what it prints is what the row brings on the engine, and the tables hold the same afterwards.
// `cargo xtask test sdk` starts the endpoint, and names it and the file of cases (crates/map/examples/code_cases.rs).

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

import * as db from '@aws-sdk/client-dynamodb';

const cases = JSON.parse(readFileSync(process.env.CASES, 'utf8'));
const client = new db.DynamoDBClient({});
const folder = new URL('./code/', import.meta.url);
mkdirSync(folder, { recursive: true });

// What is binary prints as the Base64 that the cases have.
const asBase64 = { value() { return Buffer.from(this).toString('base64'); }, configurable: true, writable: true };
Object.defineProperty(Uint8Array.prototype, 'toJSON', asBase64);
Object.defineProperty(Buffer.prototype, 'toJSON', asBase64);

/** The same with binary values as bytes, as the SDK takes them. */
function sendable(value) {
  if (Array.isArray(value)) return value.map(sendable);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    if (name === 'B' && typeof inner === 'string') return [name, Buffer.from(inner, 'base64')];
    if (name === 'BS') return [name, inner.map((each) => Buffer.from(each, 'base64'))];
    return [name, sendable(inner)];
  });
  return Object.fromEntries(entries);
}

async function fill({ tables, items }) {
  for (const table of tables) {
    await client.send(new db.DeleteTableCommand({ TableName: table.TableName })).catch(() => {});
    await db.waitUntilTableNotExists({ client, maxWaitTime: 20, minDelay: 0.1 }, { TableName: table.TableName });
    await client.send(new db.CreateTableCommand(table));
    await db.waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.1 }, { TableName: table.TableName });
    for (const item of items[table.TableName]) {
      await client.send(new db.PutItemCommand({ TableName: table.TableName, Item: sendable(item) }));
    }
  }
}

async function held({ tables }) {
  const all = {};
  for (const { TableName } of tables) {
    all[TableName] = [];
    for await (const page of db.paginateScan({ client }, { TableName })) all[TableName].push(...page.Items);
  }
  return plain(all);
}

const plain = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** What a module prints, each read as the JSON that it is. */
async function printed(url) {
  const lines = [];
  const log = console.log;
  console.log = (line) => lines.push(line === undefined ? null : JSON.parse(line));
  try {
    await import(url);
  } finally {
    console.log = log;
  }
  return lines;
}

/** Items of a table, in an order of their own: a batch brings them in any. */
const sorted = (items) => items.map((item) => JSON.stringify(ordered(item))).sort();
const ordered = (value) => {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, ordered(inner)]));
};
const comparable = (brought) => {
  const isByTable = brought && !Array.isArray(brought) && typeof brought === 'object'
    && Object.values(brought).every(Array.isArray);
  return isByTable ? Object.fromEntries(Object.entries(brought).map(([table, items]) => [table, sorted(items)])) : brought;
};

let number = 0;
for (const each of cases) {
  test(`code of ${each.name}`, async () => {
    let isFresh = false;
    for (const row of each.rows) {
      if (!isFresh) await fill(each);
      const url = new URL(`${number += 1}.mjs`, folder);
      writeFileSync(url, row.code.JavaScript);
      const brought = await printed(url);
      assert.deepEqual(brought.map(comparable), row.brings.map(comparable), `${each.name}, ${row.id}`);
      const after = await held(each);
      assert.deepEqual(comparable(after), comparable(row.after), `${each.name}, ${row.id}: the tables`);
      isFresh = JSON.stringify(row.after) === JSON.stringify(each.items);
    }
  });
}
