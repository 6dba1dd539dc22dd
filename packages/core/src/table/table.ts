import {
  BatchGetItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteItemsCommand,
  type TransactWriteItem,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { resendOnConflict } from "./retry-on-conflict.ts";
import { rethrow, translate } from "./errors.ts";
import { type Change, type Condition, expression } from "./expression.ts";
import { createFinder } from "./find.ts";
import type { Key, Run } from "./keys.ts";
import { rawQuery } from "./raw.ts";
import type { Row, StoredRow } from "./row.ts";

/** The part of DynamoDB's client that the table uses. A wrapper can count, record or fail its requests. */
export type TableClient = Pick<DynamoDBClient, "send">;

/** One write of a transaction, with the conditions on its row before the write. */
export type Write =
  | { put: Key & Row; when?: readonly Condition[] }
  | { update: Key; change: Change; when?: readonly Condition[] }
  | { delete: Key; when?: readonly Condition[] }
  /** Writes nothing. The transaction fails unless the row is as expected. */
  | { check: Key; when: readonly Condition[] };

export interface QueryOptions {
  /** The sort key after which the page starts. */
  after?: string | undefined;
  limit?: number | undefined;
  /** Reads only these attributes and the key. It costs the same capacity, but transfers less. */
  attributes?: readonly string[];
  /** Whether the rows may be a second old. It halves the cost. */
  eventually?: boolean;
  /** Whether the last sort key comes first. `after` is then the key before which the page starts. */
  descending?: boolean;
}

export interface Page<R> {
  rows: R[];
  /** The sort key after which the next page starts; undefined at the end. */
  last: string | undefined;
}

const clean = { removeUndefinedValues: true } as const;

/** Reads of rows by their keys. */
function createRowReader(client: TableClient, TableName: string) {
  /** One row, or undefined. */
  async function get(key: Key): Promise<StoredRow | undefined> {
    const { Item } = await client
      .send(new GetItemCommand({ TableName, Key: keyOf(key), ConsistentRead: true }))
      .catch(rethrow);
    return Item && (unmarshall(Item) as StoredRow);
  }

  /**
   * Rows in the order of the keys; undefined for a key without a row. At most 100 keys.
   * @param eventually whether rows may be a second old. It costs half
   */
  async function batchGet(keys: readonly Key[], eventually = false): Promise<(StoredRow | undefined)[]> {
    const found = new Map<string, StoredRow>();
    let wanted = keys.map(keyOf);
    for (let attempt = 0; wanted.length > 0; attempt += 1) {
      if (attempt === 5) throw translate({ name: "ThrottlingException" });
      const answer = await client
        .send(
          new BatchGetItemCommand({
            RequestItems: { [TableName]: { Keys: wanted, ConsistentRead: !eventually } },
          }),
        )
        .catch(rethrow);
      for (const item of answer.Responses?.[TableName] ?? []) {
        const row = unmarshall(item) as StoredRow;
        found.set(`${row.pk} ${row.sk}`, row);
      }
      wanted = answer.UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return keys.map((key) => found.get(`${key.pk} ${key.sk}`));
  }

  return { get, batchGet };
}

/** Reads of runs of rows, in the order of their sort keys. */
function createRunReader(client: TableClient, TableName: string) {
  /** One page of a run of rows, in the order of their sort keys: at most 1 MB is read. */
  async function query(run: Run, { attributes, ...options }: QueryOptions = {}): Promise<Page<StoredRow>> {
    const input = queryInput(TableName, run, {
      ...options,
      ...(attributes && { attributes: withKey(attributes) }),
    });
    const answer = await client.send(new QueryCommand(input)).catch(rethrow);
    return {
      rows: (answer.Items ?? []).map((item) => unmarshall(item) as StoredRow),
      last: answer.LastEvaluatedKey?.["sk"]?.S,
    };
  }

  /** The same for one attribute that holds text. It is for lists where building rows would cost the most. */
  async function queryTexts(run: Run, attribute: string, options: QueryOptions = {}): Promise<Page<string>> {
    const { command, itemsOf } = rawQuery(
      queryInput(TableName, run, { ...options, attributes: [attribute] }),
    );
    const answer = await client.send(command).catch(rethrow);
    return {
      rows: itemsOf(answer).map((item) => item[attribute]?.S ?? ""),
      last: answer.LastEvaluatedKey?.["sk"]?.S,
    };
  }

  /** The first rows of a run, page after page: at most `most`. */
  async function queryFirst(run: Run, most: number, options: Omit<QueryOptions, "limit"> = {}) {
    const rows: StoredRow[] = [];
    let { after } = options;
    do {
      const limit = most === Infinity ? undefined : most - rows.length;
      const page = await query(run, { ...options, after, limit });
      rows.push(...page.rows);
      after = page.last;
    } while (after !== undefined && rows.length < most);
    return rows;
  }

  /** Every row of a run. For runs that are small by nature. */
  const queryAll = (run: Run, options?: Omit<QueryOptions, "limit">) => queryFirst(run, Infinity, options);

  /** The number of rows in a run. Costs the capacity of reading them, but transfers none. */
  async function count(run: Run): Promise<number> {
    let total = 0;
    let after: string | undefined;
    do {
      const input: QueryCommandInput = { ...queryInput(TableName, run, { after }), Select: "COUNT" };
      const answer = await client.send(new QueryCommand(input)).catch(rethrow);
      total += answer.Count ?? 0;
      after = answer.LastEvaluatedKey?.["sk"]?.S;
    } while (after !== undefined);
    return total;
  }

  return { query, queryTexts, queryAll, queryFirst, count };
}

function createWriter(client: TableClient, TableName: string) {
  const sendWrite = (send: () => Promise<unknown>) => resendOnConflict(send).catch(rethrow);

  /** Writes a whole row. Throws ConditionFailed when a condition does not hold. */
  async function put(row: Key & Row, when: readonly Condition[] = []): Promise<void> {
    const Item = marshall(row, clean);
    await sendWrite(() => client.send(new PutItemCommand({ TableName, Item, ...expression(when) })));
  }

  /** Changes attributes of a row. ConditionFailed carries the row that it found. */
  async function update(key: Key, change: Change, when: readonly Condition[] = []): Promise<void> {
    const command = new UpdateItemCommand({
      TableName,
      Key: keyOf(key),
      ...expression(when, change),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    await sendWrite(() => client.send(command));
  }

  async function remove(key: Key, when: readonly Condition[] = []): Promise<void> {
    await sendWrite(() =>
      client.send(new DeleteItemCommand({ TableName, Key: keyOf(key), ...expression(when) })),
    );
  }

  /** All writes or none, at most 100. Throws ConditionFailed when any condition does not hold. */
  async function transact(writes: readonly Write[]): Promise<void> {
    const TransactItems = writes.map((write) => transactItem(TableName, write));
    await sendWrite(() => client.send(new TransactWriteItemsCommand({ TransactItems })));
  }

  return { put, update, remove, transact };
}

/**
 * The one table, with rows of plain values. Reads are strongly consistent unless a query says otherwise; `translate`
 * converts the errors.
 */
export function createTable({ client, name }: { client: TableClient; name: string }) {
  return {
    ...createRowReader(client, name),
    ...createRunReader(client, name),
    ...createFinder(client, name),
    ...createWriter(client, name),
  };
}

export type Table = ReturnType<typeof createTable>;

function queryInput(
  TableName: string,
  run: Run,
  { attributes, limit, after, eventually = false, descending = false }: QueryOptions,
): QueryCommandInput {
  const named = attributes?.map((attribute) => [`#${attribute}`, attribute] as const);
  return {
    TableName,
    ConsistentRead: !eventually,
    KeyConditionExpression: run.prefix ? "pk = :pk AND begins_with(sk, :prefix)" : "pk = :pk",
    ExpressionAttributeValues: {
      ":pk": { S: run.pk },
      ...(run.prefix && { ":prefix": { S: run.prefix } }),
    },
    ...(named && {
      ProjectionExpression: named.map(([placeholder]) => placeholder).join(", "),
      ExpressionAttributeNames: Object.fromEntries(named),
    }),
    ...(descending && { ScanIndexForward: false }),
    ...(limit && { Limit: limit }),
    ...(after && { ExclusiveStartKey: { pk: { S: run.pk }, sk: { S: after } } }),
  };
}

/** A write of a transaction, as DynamoDB takes it. */
function transactItem(TableName: string, write: Write): TransactWriteItem {
  const when = write.when ?? [];
  if ("put" in write) return { Put: { TableName, Item: marshall(write.put, clean), ...expression(when) } };
  if ("delete" in write) return { Delete: { TableName, Key: keyOf(write.delete), ...expression(when) } };
  if ("check" in write) {
    const { ConditionExpression = "", ...rest } = expression(when);
    return { ConditionCheck: { TableName, Key: keyOf(write.check), ConditionExpression, ...rest } };
  }
  const { UpdateExpression = "", ...rest } = expression(when, write.change);
  return { Update: { TableName, Key: keyOf(write.update), UpdateExpression, ...rest } };
}

const withKey = (attributes: readonly string[]): string[] => [...new Set(["pk", "sk", ...attributes])];

/** Only the two attributes of a primary key, without the object's other fields. */
function keyOf({ pk, sk }: Key) {
  return marshall({ pk, sk });
}
