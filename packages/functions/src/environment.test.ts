import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";

const complete = {
  TABLE_NAME: "shardwatch",
  ENVIRONMENT: "production",
  WEB_ORIGIN: "https://shardwatch.example",
  PROVIDER_API_URL: "https://provider.example/api/v1",
};

test("AWS19 a function that may read AWS accounts does not start without our own account's id", () => {
  expect(() => readEnvironment({ ...complete, ELASTICACHE: "on" })).toThrow(
    "AWS_ACCOUNT_ID: is required with ELASTICACHE=on; without it roles of our own account could not be refused",
  );
  expect(() => readEnvironment({ ...complete, ELASTICACHE: "on", AWS_ACCOUNT_ID: "12345" })).toThrow(
    "AWS_ACCOUNT_ID: must be 12 digits",
  );
  const on = { ...complete, ELASTICACHE: "on", AWS_ACCOUNT_ID: "210987654321" };
  expect(readEnvironment(on)).toMatchObject({ ELASTICACHE: "on", AWS_ACCOUNT_ID: "210987654321" });
  expect(readEnvironment(complete)).toMatchObject({ ELASTICACHE: "off" });
});

test("one error names every variable that is wrong", () => {
  const wrong = { ...complete, TABLE_NAME: undefined, ENVIRONMENT: "moon", ELASTICACHE: "on" };
  expect(() => readEnvironment(wrong)).toThrow(/TABLE_NAME: [^]*ENVIRONMENT: [^]*AWS_ACCOUNT_ID: /);
});
