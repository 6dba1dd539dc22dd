import { queryOptions } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { beforeEach, expect, test } from "vitest";
import { ApiError } from "../lib/errors.ts";
import { addTo, answerOrReload, removeFrom, replaceIn } from "./cached-list.ts";
import { queryClient } from "./query-client.ts";

interface Item {
  id: string;
  name?: string;
}

const listQuery = queryOptions({ queryKey: ["items"], queryFn: (): Item[] => [] });
const detail = { queryKey: ["items", "1"] };
const known: Item[] = [{ id: "1" }, { id: "2" }];
const isFirst = ({ id }: Item) => id === "1";
/** As the client of the API gives it. */
const answer = (status: number) =>
  Promise.resolve(Response.json({ id: "1" }, { status }) as ClientResponse<Item>);
const isOutdated = () => queryClient.getQueryState(listQuery.queryKey)?.isInvalidated;

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(listQuery.queryKey, known);
  queryClient.setQueryData(detail.queryKey, known[0]);
});

test("a cached list loses, replaces and gains an item, and other queries stay", async () => {
  await removeFrom(listQuery, isFirst);
  expect(queryClient.getQueryData(listQuery.queryKey)).toEqual([{ id: "2" }]);
  await replaceIn(listQuery, { id: "2", name: "b" }, ({ id }) => id === "2");
  expect(queryClient.getQueryData(listQuery.queryKey)).toEqual([{ id: "2", name: "b" }]);
  expect(isOutdated()).toBe(false);
  await addTo(listQuery, { id: "3" });
  expect(queryClient.getQueryData(listQuery.queryKey)).toEqual([{ id: "2", name: "b" }, { id: "3" }]);
  expect(isOutdated()).toBe(true);
  expect(queryClient.getQueryState(detail.queryKey)).toMatchObject({ data: known[0], isInvalidated: false });
});

test("a list that is not loaded stays so", async () => {
  queryClient.clear();
  await removeFrom(listQuery, isFirst);
  await addTo(listQuery, { id: "3" });
  expect(queryClient.getQueryData(listQuery.queryKey)).toBeUndefined();
});

test("a request that is running does not bring an item back", async () => {
  const late = Promise.withResolvers<Item[]>();
  const loading = queryClient.fetchQuery({ ...listQuery, queryFn: () => late.promise, staleTime: 0 });
  await removeFrom(listQuery, isFirst);
  late.resolve(known);
  await loading.catch(() => undefined);
  expect(queryClient.getQueryData(listQuery.queryKey)).toEqual([{ id: "2" }]);
});

test("the list loads again after a refusal, and not after a success", async () => {
  await expect(answerOrReload(listQuery, answer(200))).resolves.toEqual({
    id: "1",
  });
  expect(isOutdated()).toBe(false);
  await expect(answerOrReload(listQuery, answer(409))).rejects.toThrow(ApiError);
  expect(isOutdated()).toBe(true);
});
