import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askAhead, callApi, forgetAnswers } from "./head-start.ts";

let server: Server;
let url: string;
let calls: string[];
let status: number;

beforeEach(async () => {
  calls = [];
  status = 200;
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(status).end(String(calls.length));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.useRealTimers();
  forgetAnswers();
  server.closeAllConnections();
  server.close();
});

const read = async (path: string, init?: RequestInit) => (await callApi(`${url}${path}`, init)).text();

test("an answer that was asked for ahead is taken once, by the same call only", async () => {
  askAhead(`${url}/deployments`);
  await vi.waitFor(() => expect(calls).toEqual(["GET /deployments"]), 30_000);
  expect(await read("/deployments?cursor=2")).toBe("2");
  expect(await read("/deployments", { method: "POST" })).toBe("3");
  expect(await read("/deployments", { method: "GET" })).toBe("1");
  expect(await read("/deployments")).toBe("4");
});

test("an answer that is older than ten seconds is asked for anew", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  askAhead(`${url}/deployments`);
  await vi.waitFor(() => expect(calls).toHaveLength(1), 30_000);
  vi.setSystemTime(Date.now() + 10_001);
  expect(await read("/deployments")).toBe("2");
});

test("a page that was refused ahead is asked for again; a refused sign-in stays refused", async () => {
  status = 401;
  askAhead(`${url}/deployments`);
  askAhead(`${url}/me`, { method: "POST" });
  await vi.waitFor(() => expect(calls).toHaveLength(2), 30_000);
  expect((await callApi(`${url}/me`, { method: "POST" })).status).toBe(401);
  expect(calls).toHaveLength(2);
  status = 200;
  expect((await callApi(`${url}/deployments`)).status).toBe(200);
});

test("API02 RUL08 a call waits for twenty seconds and no longer, unless it names its own time, whether it was made ahead or ends in the middle of its answer", async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const times = vi.spyOn(AbortSignal, "timeout").mockImplementation((time) => timeout(time / 100));
  try {
    server.removeAllListeners("request");
    server.on("request", (request, response) => {
      if (request.url !== "/silent") response.write("[");
    });
    askAhead(`${url}/ahead`);
    for (const path of ["/silent", "/half", "/ahead"])
      await expect(read(path), path).rejects.toMatchObject({ name: "TimeoutError" });
    // A rehearsal may wait for its turn.
    await expect(callApi(`${url}/silent`, {}, 30_000)).rejects.toMatchObject({ name: "TimeoutError" });
    expect(times.mock.calls).toEqual([[20_000], [20_000], [20_000], [30_000]]);
  } finally {
    times.mockRestore();
  }
});

test("what was asked ahead for one person is not there for the next", async () => {
  askAhead(`${url}/deployments`);
  await vi.waitFor(() => expect(calls).toHaveLength(1), 30_000);
  forgetAnswers();
  expect(await read("/deployments")).toBe("2");
});

test("a failure ahead is told to whoever asks, and to nobody else", async () => {
  const nobody = "http://127.0.0.1:1/deployments";
  askAhead(nobody);
  await expect(callApi(nobody)).rejects.toThrow();
  askAhead(nobody); // an unhandled rejection would end the test run
});
