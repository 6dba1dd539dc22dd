import { startDatabase } from "@shardwatch/server/database/database";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import { newFolder, startIn, until } from "./process.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const statusOf = async (url: string) => (await fetch(url)).status;

test(
  "SLF03 a server is not ready while its database is gone, but it is alive",
  { timeout: 60_000 },
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
    const begin = Date.now();
    const answer = await fetch(`${server.webUrl}/ready`);
    expect(await answer.json()).toEqual({ status: "the database does not answer" });
    expect(Date.now() - begin).toBeLessThan(4_000);
    expect(await statusOf(`${server.webUrl}/health`)).toBe(200);
  },
);

test("SLF03 a server is not ready while it stops, and answers meanwhile", { timeout: 60_000 }, async () => {
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
