import { indexName } from "../packages/core/src/table/keys.ts";
import { timeToLiveAttribute } from "../packages/core/src/table/schema.ts";
import { isProduction } from "./settings.ts";

const { RESTORED_TABLE_NAME } = process.env;

/** The one table; the same keys as in `tableSchema`, from which one machine and the tests make theirs. */
const declared = new sst.aws.Dynamo("Table", {
  fields: { pk: "string", sk: "string", gsi1pk: "string", gsi1sk: "string" },
  primaryIndex: { hashKey: "pk", rangeKey: "sk" },
  globalIndexes: { [indexName]: { hashKey: "gsi1pk", rangeKey: "gsi1sk", projection: "keys-only" } },
  ttl: timeToLiveAttribute,
  deletionProtection: isProduction,
  transform: { table: { pointInTimeRecovery: { enabled: true } } },
});

/**
 * A backup is restored into a new table, which is used then. The declared one stays until nobody needs it, so the switch
 * can be undone. An import into SST's state fails when a single property differs.
 */
export const table = RESTORED_TABLE_NAME
  ? sst.aws.Dynamo.get("RestoredTable", RESTORED_TABLE_NAME)
  : declared;

export const tableArn = table.arn;
export const indexArn = $interpolate`${table.arn}/index/${indexName}`;

/** What a function needs that reads and writes rows; a transaction needs the rights of its single writes. */
export const tableActions = ["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"].map(
  (action) => `dynamodb:${action}`,
);
