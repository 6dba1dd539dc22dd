import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import { second } from "../kit/time.ts";
import { indexName } from "./keys.ts";
import type { Row } from "./row.ts";

/** DynamoDB removes an expired row by this attribute: seconds since the epoch. */
export const timeToLiveAttribute = "ttl";

/** The attribute of a row that expires at this time, Unix epoch in milliseconds. */
export const expiresAt = (time: number) => ({ [timeToLiveAttribute]: Math.ceil(time / second) });

/** Whether a row has expired. DynamoDB removes it up to two days later. */
export function isExpired(row: Row, now: number): boolean {
  const end = row[timeToLiveAttribute];
  return typeof end === "number" && end * second <= now;
}

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
