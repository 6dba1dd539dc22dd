import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { indexName } from "./keys.ts";

/** DynamoDB removes an expired row by this attribute: seconds since the epoch. */
export const timeToLiveAttribute = "ttl";

/** The table's schema. The infra declares it in the cloud; one machine and the tests create it. */
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
