import { type DynamoDBClient, QueryCommand } from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { rethrow } from "./errors.ts";
import { type IndexKey, indexName } from "./keys.ts";

interface FindOptions {
  /** The row after which the page starts. */
  after?: IndexKey | undefined;
  /** How many keys one request returns at most. */
  limit?: number | undefined;
  /** The prefix of the index's sort key. */
  prefix?: string | undefined;
  /** Whether the last key comes first. `after` is then the key before which the page starts. */
  descending?: boolean;
}

/** Reads of the sparse index. It holds only keys, and is eventually consistent. */
export function createFinder(client: Pick<DynamoDBClient, "send">, TableName: string) {
  /** One page of the keys that the index holds under one value. `more` is true if others follow. */
  async function find(
    indexKey: string,
    { after, limit, prefix, descending = false }: FindOptions = {},
  ): Promise<{ keys: IndexKey[]; more: boolean }> {
    const command = new QueryCommand({
      TableName,
      IndexName: indexName,
      KeyConditionExpression: prefix ? "gsi1pk = :value AND begins_with(gsi1sk, :prefix)" : "gsi1pk = :value",
      ExpressionAttributeValues: {
        ":value": { S: indexKey },
        ...(prefix && { ":prefix": { S: prefix } }),
      },
      ...(descending && { ScanIndexForward: false }),
      ...(limit && { Limit: limit }),
      ...(after && { ExclusiveStartKey: marshall({ ...after, gsi1pk: indexKey }) }),
    });
    const answer = await client.send(command).catch(rethrow);
    const keys = (answer.Items ?? []).map((item) => unmarshall(item) as IndexKey);
    return { keys, more: answer.LastEvaluatedKey !== undefined };
  }

  /** All keys, page after page of about 8,000. It is for lists of unfinished work, where none may be missed. */
  async function findAll(
    indexKey: string,
    options: Pick<FindOptions, "limit" | "prefix"> = {},
  ): Promise<IndexKey[]> {
    const found: IndexKey[] = [];
    for (;;) {
      const { keys, more } = await find(indexKey, { ...options, after: found.at(-1) });
      found.push(...keys);
      if (!more || keys.length === 0) return found;
    }
  }

  return { find, findAll };
}
