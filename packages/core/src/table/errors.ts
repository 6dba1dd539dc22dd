import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { Problem } from "../kit/problem.ts";
import type { StoredRow } from "./row.ts";

/** A conditional write found an unexpected row. `row` is the row that it found, if the write asked for it. */
export class ConditionFailed extends Error {
  readonly row: StoredRow | undefined;

  constructor(row?: StoredRow) {
    super("the row is not as the write expected it");
    this.name = "ConditionFailed";
    this.row = row;
  }
}

/** Waits for a conditional write. Returns whether its condition held, and throws every other error. */
export async function tryWrite(write: Promise<void>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
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
 * Reasons of a cancelled transaction that are our defects. Each write has a reason, "None" for a write
 * without a fault:
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const reasonsOfDefects = ["ValidationError", "ItemCollectionSizeLimitExceeded"];
const reasonsToWait = ["ThrottlingError", "ProvisionedThroughputExceeded"];

/** Why a transaction was cancelled, one reason for each write; empty for every other error. */
function reasonsOf({ name, CancellationReasons = [] }: AwsError): string[] {
  return name === "TransactionCanceledException" ? CancellationReasons.map(({ Code = "None" }) => Code) : [];
}

/**
 * Whether the only reason for the failure is a concurrent transaction on one of the rows. A retry may succeed
 * a moment later; DynamoDB has not checked the conditions yet.
 */
export function isConflict(error: unknown): boolean {
  const reasons = reasonsOf(error as AwsError);
  const others = ["ConditionalCheckFailed", ...reasonsOfDefects];
  if (reasons.some((reason) => others.includes(reason))) return false;
  return (
    reasons.includes("TransactionConflict") || (error as AwsError).name === "TransactionConflictException"
  );
}

/** Whether DynamoDB refuses a write however often it is repeated, such as a row of more than 400 KB. */
export const isRefused = (error: unknown): boolean => (error as AwsError).name === "ValidationException";

/**
 * Translates DynamoDB's exceptions. A condition that did not hold becomes ConditionFailed. Overload and a
 * lasting conflict become Problem "unavailable". Any other error is our defect and is returned as it is.
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

/** Throws the translated error; for the `catch` of a request to DynamoDB. */
export function rethrow(error: unknown): never {
  throw translate(error);
}

/** The error after too many attempts, while concurrent requests kept changing the same rows. */
export function contended(cause?: unknown): Problem {
  return new Problem("unavailable", "Someone else changed this at the same time. Try again.", {
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
