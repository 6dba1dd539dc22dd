import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clockOffset, reportableFailure, toOutcome } from "./outcome.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const answer = (status: number, body: unknown = {}, headers = {}): Parameters<typeof toOutcome>[0] => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

test("R10 only 408, 429 and 5xx are tried again", () => {
  const retried = Array.from({ length: 500 }, (_, index) => index + 100).filter(
    (status) => toOutcome(answer(status), now).kind === "retry",
  );
  expect(retried).toEqual([408, 429, ...Array.from({ length: 100 }, (_, index) => 500 + index)]);
  expect(toOutcome(answer(401), now).kind).toBe("rejectedKey");
});

test.each([
  [7, 7],
  [0, 1],
  [-5, 1],
  [1e9, 3_600],
  ["7", 60],
  [null, 60],
])("AGT07 nextReportInSeconds %j is a wait of %i seconds", (given, seconds) => {
  expect(toOutcome(answer(202, { nextReportInSeconds: given }), now)).toEqual({
    kind: "accepted",
    nextReportSeconds: seconds,
  });
});

test.each([
  ["120", {}, 120],
  ["999999", {}, 3_600],
  ["Tue, 01 Jan 2030 00:00:30 GMT", {}, 30],
  ["Tue, 01 Jan 2030 05:00:30 GMT", { date: "Tue, 01 Jan 2030 05:00:00 GMT" }, 30],
  ["Mon, 31 Dec 2029 00:00:00 GMT", {}, 0],
  ["soon", {}, undefined],
])("AGT29 Retry-After %s is a wait of %j %s seconds", (value, headers, seconds) => {
  const outcome = toOutcome(answer(429, {}, { ...headers, "retry-after": value }), now);
  expect(outcome.kind === "retry" && outcome.retryAfterSeconds).toBe(seconds);
});

test("a refusal names what the API found wrong", () => {
  const body = { code: "INVALID", message: "The report is malformed", details: ["agent.id: is too short"] };
  expect(toOutcome(answer(400, body), now)).toMatchObject({
    kind: "refused",
    reason: "The report is malformed; agent.id: is too short",
  });
});

test("R12 any body of any status is an outcome", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, body) => {
      expect(toOutcome(answer(status, body), now).kind).toBeTypeOf("string");
      clockOffset(answer(status, body), now);
    }),
  );
});

test("the clock's offset comes from an accepted report, or from the Date of a refusal for the clock", () => {
  const date = "Mon, 31 Dec 2029 23:00:00 GMT";
  expect(clockOffset(answer(202, { serverTime: "2030-01-01T01:00:00Z" }), now)).toBe(3_600_000);
  expect(clockOffset(answer(400, { code: "CLOCK_AHEAD" }, { date }), now)).toBe(-3_600_000);
  expect(clockOffset(answer(400, { code: "CLOCK_AHEAD" }), now)).toBeUndefined();
  expect(clockOffset(answer(400, { code: "INVALID" }, { date }), now)).toBeUndefined();
  expect(clockOffset(answer(202, {}, { date }), now)).toBeUndefined();
  expect(clockOffset(answer(502, "<html>", { date }), now)).toBeUndefined();
});

test("R12 an offset of more than ten years is none", () => {
  const offset = (serverTime: string) => clockOffset(answer(202, { serverTime }), now);
  expect(offset("2020-01-04T00:00:00Z")).toBeLessThan(0);
  expect(offset("2019-12-01T00:00:00Z")).toBeUndefined();
  expect(offset("2040-02-01T00:00:00Z")).toBeUndefined();
});

test("R10 SEC22 what is too much is shown in the API's words, and its code alone is told further", () => {
  const body = { code: "ORGANIZATION_FULL", message: "No room.", details: ["deployments: report fewer"] };
  const outcome = toOutcome(answer(429, body, { "retry-after": "240" }), now);
  expect(outcome).toEqual({
    kind: "retry",
    reason: "the API answered 429: No room.; deployments: report fewer",
    status: 429,
    code: "ORGANIZATION_FULL",
    retryAfterSeconds: 240,
  });
  expect(reportableFailure(outcome)).toBe("The API answered 429 ORGANIZATION_FULL.");
  for (const code of ["10.1.2.3", "secret", "A".repeat(50), "", 7])
    expect(reportableFailure(toOutcome(answer(429, { ...body, code }), now))).toBe("The API answered 429.");
  expect(toOutcome(answer(503, { message: "a proxy's words" }), now)).toMatchObject({
    reason: "the API answered 503",
  });
});

test("R12 a refusal is shown without control characters, and not at any length", () => {
  const body = { message: "No\u001b[2J\u009b31m\u202e", details: ["x".repeat(60_000)] };
  const outcome = toOutcome(answer(400, body), now);
  expect(outcome.kind === "refused" && outcome.reason).toMatch(/^No\[2J31m; x{900,1000}$/);
});
