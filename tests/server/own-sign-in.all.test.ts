import { startDatabase } from "@shardwatch/server/database/database";
import { expect, onTestFinished, test } from "vitest";
import { ownPort } from "../support/ports.ts";
import { linkIn, settingsAlone, use } from "./alone.ts";
import { newFolder, runBeside, settingsIn, startServer } from "./process.ts";

test(
  "SLF10 a server with an account prints no link when it starts again, also after a kill, and its command knows the account",
  { timeout: 240_000 },
  async () => {
    const settings = await settingsAlone(newFolder());
    const server = await startServer(settings);
    expect((await use(server, linkIn(server.output()) ?? "", "ada@example.com")).status).toBe(200);
    await server.stop();
    const again = await startServer(settings);
    expect(linkIn(again.output())).toBeUndefined();
    await again.stop("SIGKILL");
    const later = await startServer(settings);
    const known = await runBeside(["link", "ada@example.com"], settings);
    expect([known.status, known.stderr]).toEqual([0, ""]);
    expect(known.stdout).toContain('It signs in to the organization "Our organization".');
    await later.stop();
  },
);

test("SLF10 where people sign in at a provider, there is no link, and the command says so", async () => {
  const settings = settingsIn(newFolder(), await ownPort());
  const server = await startServer(settings);
  expect(linkIn(server.output())).toBeUndefined();
  const refused = await runBeside(["link", "ada@example.com"], settings);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("People sign in at a provider here");
  await server.stop();
});

test("SLF10 on a table the command writes the link itself, and says so where the table can't be used", async () => {
  const database = await startDatabase();
  onTestFinished(() => database.stop());
  const settings = {
    PUBLIC_URL: "https://shardwatch.example",
    TABLE_NAME: database.tableName,
    AWS_REGION: "us-east-1",
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_ACCESS_KEY_ID: "any",
    AWS_SECRET_ACCESS_KEY: "any",
  };
  const made = await runBeside(["link", "ada@example.com"], settings);
  expect([made.status, made.stderr]).toEqual([0, ""]);
  expect(linkIn(made.stdout)).toMatch("https://shardwatch.example/sign-in#");
  const missing = await runBeside(["link", "ada@example.com"], { ...settings, TABLE_NAME: "another" });
  expect([missing.status, missing.stdout]).toEqual([1, ""]);
  expect(missing.stderr).toContain('TABLE_NAME: the table "another" can\'t be used.');
});
