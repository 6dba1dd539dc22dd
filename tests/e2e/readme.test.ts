import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { freePorts } from "@shardwatch/server/machine/ports";
import { startRedisServer } from "../../packages/agent/test/redis-server.ts";
import { rowOf } from "./deployments.ts";
import { openAs } from "./place.ts";
import { shell } from "./shell.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The commands of the README's section, as they are there, without their comments. */
function commandsOf(heading: string): string[] {
  const section = readFileSync(join(root, "README.md"), "utf8").split(`\n## ${heading}\n`)[1] ?? "";
  const block = /```sh\n([^]*?)```/.exec(section)?.[1] ?? "";
  return block
    .split("\n")
    .map((line) => line.replace(/\s+#.*$/, ""))
    .filter(Boolean);
}

test("ONB02 ONB04 the README's commands lead from an empty data folder to a Redis of one's own in the list", async ({
  page,
}) => {
  test.setTimeout(120_000);
  // A checkout of its own for what the commands write; everything else is this one.
  const checkout = mkdtempSync(join(tmpdir(), "shardwatch-readme-"));
  for (const name of ["package.json", "packages", "scripts", "node_modules"])
    symlinkSync(join(root, name), join(checkout, name));
  const [web = 0, api = 0, provider = 0] = await freePorts(3);
  const redis = await startRedisServer();
  const environment = {
    WEB_PORT: String(web),
    API_PORT: String(api),
    PROVIDER_PORT: String(provider),
    SHARDWATCH_DATA: join(checkout, "data"),
    SHARDWATCH_REDIS: "off",
    REDIS_ADDRESS: `localhost:${redis.port}`,
  };
  const [start = "", key = "", check = "", run = "", ...more] = commandsOf("Watch a Redis of your own");
  expect(start).toBe("npm start");
  expect(more).toEqual([]);
  const open = (command: string) => shell(command, { cwd: checkout, environment });
  const product = open(start);
  try {
    await expect.poll(product.output, { timeout: 60_000 }).toContain("Shardwatch is ready");
    for (const command of [key, check]) {
      const tried = open(command);
      expect(await tried.exitCode(), `${command}\n${tried.output()}`).toBe(0);
    }
    const agent = open(run);
    try {
      const place = {
        webUrl: `http://localhost:${web}`,
        apiUrl: `http://localhost:${api}`,
        providerUrl: `http://localhost:${provider}`,
      };
      await openAs(page, "admin@example.com", "/deployments?search=my-laptop", place);
      await expect(async () => {
        await page.reload();
        await expect(rowOf(page, "my-laptop").getByText(/^active$/i), agent.output()).toBeVisible({
          timeout: 2_000,
        });
      }).toPass({ timeout: 20_000 });
    } finally {
      await agent.stop();
    }
  } finally {
    await product.stop();
    await redis.stop();
    rmSync(checkout, { recursive: true, force: true });
  }
});
