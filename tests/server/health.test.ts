import { startDatabase } from "@shardwatch/server/database/database";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Provider, startProvider } from "../support/provider.ts";
import { newFolder, runBeside, startIn, until } from "./process.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** The command as an orchestrator starts it, with the settings of the container that it needs. */
const ask = (port: string, ...options: string[]) =>
  runBeside(["health", ...options], { BIND: "0.0.0.0", PORT: port });

test(
  "SLF03 the command health says by its exit code whether the server is ready, or only alive",
  { timeout: 60_000 },
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
    expect(await ask(port)).toEqual({ status: 0, stdout: "/ready answered 200\n", stderr: "" });
    expect(await ask(port, "--live")).toEqual({ status: 0, stdout: "/health answered 200\n", stderr: "" });
    await database.stop();
    await until(async () => (await ask(port)).status === 1, "it is not ready");
    expect((await ask(port)).stdout).toBe("/ready answered 503\n");
    expect((await ask(port, "--live")).status).toBe(0);
    await server.stop();
    for (const options of [[], ["--live"]]) {
      const { status, stdout } = await ask(port, ...options);
      expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining("(ECONNREFUSED)") });
    }
  },
);

test("SLF03 the command health refuses other words and a wrong port", async () => {
  const [word, port] = [await ask("8080", "--alive"), await ask("http")];
  expect(word.stderr).toContain("shardwatch-server health");
  expect(port.stderr).toContain("PORT: must be a port number");
  expect([word.status, port.status]).toEqual([1, 1]);
});
