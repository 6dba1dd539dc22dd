import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { indexName } from "./keys.ts";

/** The attribute by which DynamoDB removes rows that have expired; seconds since the epoch. */
export const timeToLiveAttribute = "ttl";

/** The table, as infra declares it in the cloud and as one machine and the tests create it. */
export function tableSchema(name: string): CreateTableCommandInput {
  return {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map((attribute) => ({
      AttributeName: attribute,
      AttributeType: "S",
    })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: indexName,
        KeySchema: [
          { AttributeName: "gsi1pk", KeyType: "HASH" },
          { AttributeName: "gsi1sk", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
  };
}
