import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

type Logger = NonNullable<DynamoDBClientConfig["logger"]>;

/**
 * DynamoDB's client with deadlines: a request that is not answered within 3 seconds is given up and tried
 * again, three times in all. The logger without methods spares the SDK from copying every answer for a log line
 * that nobody reads (a third of the time of a large list).
 */
export function createTableClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 3,
    logger: {} as Logger,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
    ...config,
  });
}
