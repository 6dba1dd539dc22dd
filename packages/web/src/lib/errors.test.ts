import { expect, test } from "vitest";
import { ApiError, describeError } from "./errors.ts";

const headline = (body: unknown) => describeError(new ApiError(400, body)).headline;

test("ERR01 the answer's message comes first", () => {
  expect(headline({ message: "m", error: "e", details: ["d"] })).toBe("m");
});

test("ERR02 then the answer's error", () => {
  expect(headline({ message: "", error: "e", details: ["d"] })).toBe("e");
});

test("ERR03 then its details, joined by a comma", () => {
  expect(headline({ details: ["name: is required", "type: is unknown"] })).toBe(
    "name: is required, type: is unknown",
  );
  expect(headline({ details: "name: is required" })).toBe("name: is required");
});

test("ERR04 then the error's own message", () => {
  expect(headline(undefined)).toBe("The request failed with status 400");
  expect(describeError(new TypeError("x is not a function")).headline).toBe("x is not a function");
});

test.each([undefined, null, "text", {}, new Error("")])("ERR05 %j is an unexpected error", (error) => {
  expect(describeError(error).headline).toBe("An unexpected error occurred");
});

test("ERR06 a call's fallback is the headline, and the server's message stands below it", () => {
  const error = new ApiError(409, { message: "Already a member", requestId: "req_1" });
  expect(describeError(error, "Failed to accept invitation")).toEqual({
    headline: "Failed to accept invitation",
    detail: "Already a member",
    requestId: "req_1",
  });
  expect(describeError(new TypeError("x is not a function"), "Failed").detail).toBeUndefined();
});

test("where there was no answer, that is below the headline, or in place of the browser's own words", () => {
  const late = new DOMException("signal timed out", "TimeoutError");
  expect(describeError(late, "Failed").detail).toBe("The server didn't answer in time.");
  for (const words of ["Failed to fetch", "Load failed"])
    expect([
      describeError(new TypeError(words), "Failed").detail,
      describeError(new TypeError(words)).headline,
    ]).toEqual(["Can't reach the server.", "Can't reach the server."]);
});

test("an error that names the API's as its cause has the same request to quote, and its own words", () => {
  const cause = new ApiError(503, { message: "The provider cannot be asked", requestId: "req_1" });
  expect(describeError(new Error("Login failed", { cause }))).toEqual({
    headline: "Login failed",
    detail: undefined,
    requestId: "req_1",
  });
});
