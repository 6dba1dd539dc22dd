import { setTimeout as sleep } from "node:timers/promises";
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { tableSchema, timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { StartFailure } from "../machine/failure.ts";

const creationMs = 60_000; // Amazon's service takes about ten seconds

/**
 * Creates the table when it is missing, checks its keys, and has expired rows removed; can be run again.
 * @throws StartFailure for a table that is not ours
 */
export async function prepareTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const found = (await describe(client, TableName)) ?? (await create(client, TableName));
  const fault = faultOf(found, TableName);
  if (fault !== undefined) throw new StartFailure(`TABLE_NAME: the table "${TableName}" ${fault}`);
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const status = TimeToLiveDescription?.TimeToLiveStatus;
  if (status === "ENABLED" || status === "ENABLING") return;
  const TimeToLiveSpecification = { AttributeName: timeToLiveAttribute, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Another process may create it at the same time. */
async function create(client: DynamoDBClient, TableName: string): Promise<TableDescription> {
  await client.send(new CreateTableCommand(tableSchema(TableName))).catch((error: unknown) => {
    if (!(error instanceof ResourceInUseException)) throw error;
  });
  for (const deadline = Date.now() + creationMs; Date.now() < deadline; await sleep(500)) {
    const table = await describe(client, TableName);
    if (table?.TableStatus === "ACTIVE") return table;
  }
  throw new StartFailure(
    `The table "${TableName}" was not ready ${creationMs / 1_000} seconds after its creation.`,
  );
}

/** Why a table can't hold our rows; undefined when it can. */
function faultOf({ KeySchema, GlobalSecondaryIndexes }: TableDescription, name: string): string | undefined {
  const schema = tableSchema(name);
  if (keysOf(KeySchema) !== keysOf(schema.KeySchema))
    return `has the keys ${keysOf(KeySchema)}, not ${keysOf(schema.KeySchema)}. It belongs to something else.`;
  for (const { IndexName = "", KeySchema: wanted } of schema.GlobalSecondaryIndexes ?? []) {
    const index = GlobalSecondaryIndexes?.find((one) => one.IndexName === IndexName);
    if (keysOf(index?.KeySchema) !== keysOf(wanted))
      return `has no index "${IndexName}" with the keys ${keysOf(wanted)}.`;
  }
  return undefined;
}

type KeySchema = TableDescription["KeySchema"];

const keysOf = (schema: KeySchema): string =>
  (schema ?? []).map(({ AttributeName, KeyType }) => `${AttributeName} (${KeyType})`).join(", ");
