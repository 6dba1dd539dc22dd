import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Problem } from "../kit/problem.ts";

/** A conditional write found the row otherwise than expected. `row` is what it found, where it was asked for. */
export class ConditionFailed extends Error {
  readonly row: Record<string, unknown> | undefined;

  constructor(row?: Record<string, unknown>) {
    super("the row is not as the write expected it");
    this.name = "ConditionFailed";
    this.row = row;
  }
}

interface AwsError {
  name: string;
  Item?: Record<string, AttributeValue>;
  CancellationReasons?: { Code?: string }[];
}

const busy = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
  "AbortError",
  "TransactionInProgressException",
]);

/**
 * DynamoDB's exceptions in our words: a condition that did not hold becomes ConditionFailed (so does a conflict
 * between transactions: both mean "read again and decide again"), overload becomes Problem "unavailable".
 * What is left is a defect of ours and is thrown as it is.
 */
export function translate(error: unknown): unknown {
  const { name, Item, CancellationReasons } = error as AwsError;
  if (name === "ConditionalCheckFailedException") return new ConditionFailed(Item && unmarshall(Item));
  if (name === "TransactionConflictException") return new ConditionFailed();
  if (name === "TransactionCanceledException") {
    const codes = (CancellationReasons ?? []).map((reason) => reason.Code);
    if (codes.some((code) => code === "ConditionalCheckFailed" || code === "TransactionConflict"))
      return new ConditionFailed();
    if (codes.some((code) => code === "ThrottlingError" || code === "ProvisionedThroughputExceeded"))
      return storageBusy(error);
  }
  if (busy.has(name) || (error as { code?: string }).code === "ECONNREFUSED") return storageBusy(error);
  return error;
}

function storageBusy(cause: unknown): Problem {
  return new Problem("unavailable", "The service is busy. Please try again in a moment.", {
    retryAfterSeconds: 5,
    cause,
  });
}
