import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";

type Logger = NonNullable<DynamoDBClientConfig["logger"]>;

const silent = () => {};
/** Without `info`. The SDK looks for that one before it calls it, and calls the others unseen. */
const logger = { debug: silent, warn: silent, error: silent };

/** How long a connection and an answer may take, in milliseconds. */
export const deadlines = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };

/**
 * DynamoDB's client with deadlines. A request without an answer within 3 seconds is retried, up to three
 * attempts in all. With this logger the SDK does not copy every answer for an unused log line. That
 * copy took a third of the time of a large list.
 */
export function createTableClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 3,
    logger: logger as unknown as Logger,
    requestHandler: deadlines,
    ...config,
  });
}
