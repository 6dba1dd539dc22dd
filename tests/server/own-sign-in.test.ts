import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstConfiguration } from "@shardwatch/core/kit/agent-configuration";
import { hasRedis, startDemoRedis } from "@shardwatch/local/demo/redis";
import { describe, expect, onTestFinished, test } from "vitest";
import { linkIn, settingsAlone, use } from "./alone.ts";
import { newFolder, runBeside, runProgram, startServer } from "./process.ts";

test.runIf(hasRedis())(
  "P31 SLF10 one setting, one link, one key and one command lead to the first watched Redis",
  { timeout: 240_000 },
  async () => {
    const folder = newFolder();
    const server = await startServer(await settingsAlone(folder));
    const redis = await startDemoRedis(join(folder, "redis"));
    onTestFinished(() => redis.stop());
    const entered = await use(server, linkIn(server.output()) ?? "", "ada@example.com");
    const cookie = entered.headers.getSetCookie().map((each) => each.split(";")[0]);
    const headers = { origin: server.webUrl, cookie: cookie.join("; "), "content-type": "application/json" };
    const call = async (method: string, path: string, body?: object) => {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`${server.apiUrl}${path}`, init)).json();
    };
    const { compositeKey: key } = (await call("POST", "/access-key", { name: "First" })) as {
      compositeKey: string;
    };
    const file = join(folder, "agent.yaml");
    const address = `localhost:${redis.port}`;
    writeFileSync(file, firstConfiguration({ api: server.apiUrl, key, name: "my-redis", address }));
    const program = fileURLToPath(new URL("../../packages/agent/src/main.ts", import.meta.url));
    const { status } = await runProgram(program, ["once", "--config", file]);
    expect(status).toBe(0);
    expect(await call("GET", "/deployments")).toMatchObject({ deployments: [{ name: "my-redis" }] });
    await server.stop();
  },
);

describe("SLF10 a server that was given its address alone", { timeout: 240_000 }, () => {
  test("prints the first link, which signs in; the command makes the next ones, while it runs", async () => {
    const settings = await settingsAlone(newFolder());
    const server = await startServer(settings);
    expect(await (await fetch(`${server.webUrl}/config.json`)).json()).toMatchObject({
      ownSignIn: { passkeys: "works" },
      links: {},
    });
    const first = linkIn(server.output()) ?? "";
    expect(first).toMatch(`${server.webUrl}/sign-in#`);
    expect((await use(server, first, "ada@example.com")).status).toBe(200);

    const folder = join(settings["SHARDWATCH_DATA"] ?? "", "commands");
    const socket = join(folder, "socket");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const made = await runBeside(["link", "bob@example.com"], settings);
    expect([made.status, made.stderr]).toEqual([0, ""]);
    expect(made.stdout).toContain("It works once, for 15 minutes.");
    expect((await use(server, linkIn(made.stdout) ?? "")).status).toBe(200);

    const wrong = await runBeside(["link", "bob"], settings);
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain('"bob" is no email. Write: shardwatch-server link you@example.com');

    await server.stop();
    expect(existsSync(socket)).toBe(false);
    const alone = await runBeside(["link", "bob@example.com"], settings);
    expect([alone.status, alone.stdout]).toEqual([1, ""]);
    expect(alone.stderr).toContain("no server runs on");
  });
});
