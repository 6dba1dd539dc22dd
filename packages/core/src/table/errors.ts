import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Problem } from "../kit/problem.ts";
import type { StoredRow } from "./row.ts";

/** A conditional write found the row otherwise than expected. `row` is what it found, where it was asked for. */
export class ConditionFailed extends Error {
  readonly row: StoredRow | undefined;

  constructor(row?: StoredRow) {
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

/*
 * Why a write cancelled its transaction. Each write has a reason, "None" where it is not to blame:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const reasonsOfDefects = ["ValidationError", "ItemCollectionSizeLimitExceeded"];
const reasonsToWait = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** The reasons for which a transaction was cancelled; none for every other error. */
function reasonsOf({ name, CancellationReasons = [] }: AwsError): string[] {
  return name === "TransactionCanceledException" ? CancellationReasons.map(({ Code = "None" }) => Code) : [];
}

/**
 * Whether nothing was written only because another transaction was at one of the rows. The same request may succeed a
 * moment later; whether its conditions hold has not been said.
 */
export function isConflict(error: unknown): boolean {
  const reasons = reasonsOf(error as AwsError);
  const others = ["ConditionalCheckFailed", ...reasonsOfDefects];
  if (reasons.some((reason) => others.includes(reason))) return false;
  return (
    reasons.includes("TransactionConflict") || (error as AwsError).name === "TransactionConflictException"
  );
}

/**
 * DynamoDB's exceptions in our words: a condition that did not hold becomes ConditionFailed, overload and a conflict
 * that did not end become Problem "unavailable". What is left is a defect of ours and is thrown as it is.
 */
export function translate(error: unknown): unknown {
  const { name, Item } = error as AwsError;
  if (name === "ConditionalCheckFailedException")
    return new ConditionFailed(Item && (unmarshall(Item) as StoredRow));
  if (isConflict(error)) return contended(error);
  const reasons = reasonsOf(error as AwsError);
  if (reasons.some((reason) => reasonsOfDefects.includes(reason))) return error;
  if (reasons.includes("ConditionalCheckFailed")) return new ConditionFailed();
  if (reasons.some((reason) => reasonsToWait.includes(reason))) return storageBusy(error);
  if (busy.has(name) || (error as { code?: string }).code === "ECONNREFUSED") return storageBusy(error);
  return error;
}

/** For the end of a request to DynamoDB. */
export function rethrow(error: unknown): never {
  throw translate(error);
}

/** For whoever tried often enough while others changed the same rows. */
export function contended(cause?: unknown): Problem {
  return new Problem("unavailable", "Others are changing the same data. Please try again.", {
    retryAfterSeconds: 1,
    cause,
  });
}

function storageBusy(cause: unknown): Problem {
  return new Problem("unavailable", "The service is busy. Please try again in a moment.", {
    retryAfterSeconds: 5,
    cause,
  });
}
