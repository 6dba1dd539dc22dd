import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { ApiError } from "../lib/errors.ts";
import { retry } from "./query-client.ts";

const late = () => new DOMException("signal timed out", "TimeoutError");

test.each([
  ["a call that used up its time", late(), 1],
  ["a session that is over", new ApiError(401, undefined), 1],
  ["something that is not there", new ApiError(404, undefined), 1],
  ["a server that is busy", new ApiError(503, undefined), 2],
  ["a network that is gone", new TypeError("Failed to fetch"), 2],
])("%s is asked for as often as it can help", async (_, error, calls) => {
  let made = 0;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry, retryDelay: 1 } } });
  const queryFn = () => {
    made += 1;
    return Promise.reject(error);
  };
  await expect(queryClient.fetchQuery({ queryKey: ["it"], queryFn, retry })).rejects.toBe(error);
  expect(made).toBe(calls);
});
