import { startDatabase } from "@shardwatch/server/database/database";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import { newFolder, runBeside, startIn, until } from "./process.ts";

let provider: Provider;

beforeAll(async () => {
  provider = await startProvider();
});

afterAll(() => provider.stop());
const statusOf = async (url: string) => (await fetch(url)).status;

test(
  "SLF03 a server is not ready while its database is gone, but it is alive",
  { timeout: 300_000 },
  async () => {
    const database = await startDatabase({});
    onTestFinished(() => database.stop());
    const server = await startIn(newFolder(), provider, {
      TABLE_NAME: "shardwatch-probes",
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ACCESS_KEY_ID: database.accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
    });
    expect(await statusOf(`${server.webUrl}/ready`)).toBe(200);
    expect(await (await fetch(`${server.webUrl}/health`)).json()).toMatchObject({ status: "ok" });
    await database.stop();
    await until(async () => (await statusOf(`${server.webUrl}/ready`)) === 503, "it is not ready");
    const answer = await fetch(`${server.webUrl}/ready`);
    expect(await answer.json()).toEqual({ status: "the database does not answer" });
    expect(await statusOf(`${server.webUrl}/health`)).toBe(200);
  },
);

test("SLF03 a server is not ready while it stops, and answers meanwhile", { timeout: 300_000 }, async () => {
  const server = await startIn(newFolder(), provider, { STOP_DELAY_SECONDS: "2" });
  expect(await statusOf(`${server.webUrl}/ready`)).toBe(200);
  const exit = server.stop();
  await until(async () => (await statusOf(`${server.webUrl}/ready`)) === 503, "it is not ready");
  expect(await (await fetch(`${server.webUrl}/ready`)).json()).toEqual({ status: "stopping" });
  const meanwhile = await fetch(`${server.webUrl}/`);
  expect(meanwhile.status).toBe(200);
  expect(meanwhile.headers.get("connection")).toBe("close");
  expect(await exit).toBe(0);
});

/** The command as an orchestrator starts it, with the settings of the container that it needs. */
const ask = (port: string, ...options: string[]) =>
  runBeside(["health", ...options], { BIND: "0.0.0.0", PORT: port });

test(
  "SLF03 the command health says by its exit code whether the server is ready, or only alive",
  { timeout: 300_000 },
  async () => {
    const database = await startDatabase({});
    onTestFinished(() => database.stop());
    const server = await startIn(newFolder(), provider, {
      TABLE_NAME: "shardwatch-health",
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ACCESS_KEY_ID: database.accessKeyId,
      AWS_SECRET_ACCESS_KEY: "local",
    });
    const port = server.settings["PORT"] ?? "";
    const both = async () => await Promise.all([ask(port), ask(port, "--live")]);
    expect(await both()).toEqual([
      { status: 0, stdout: "/ready answered 200\n", stderr: "" },
      { status: 0, stdout: "/health answered 200\n", stderr: "" },
    ]);
    await database.stop();
    await until(async () => (await fetch(`${server.webUrl}/ready`)).status === 503, "it is not ready");
    expect(await both()).toMatchObject([{ status: 1, stdout: "/ready answered 503\n" }, { status: 0 }]);
    await server.stop();
    const gone = { status: 1, stdout: expect.stringContaining("(ECONNREFUSED)") };
    expect(await both()).toMatchObject([gone, gone]);
  },
);

test("SLF03 the command health refuses other words and a wrong port", { timeout: 300_000 }, async () => {
  const [word, port] = await Promise.all([ask("8080", "--alive"), ask("http")]);
  expect(word.stderr).toContain("shardwatch-server health");
  expect(port.stderr).toContain("PORT: must be a port number");
  expect([word.status, port.status]).toEqual([1, 1]);
});
