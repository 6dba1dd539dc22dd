import { execFile } from "node:child_process";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";
import { freePort } from "@shardwatch/server/machine/ports";
import { type RedisServer, startRedisServer } from "../../packages/agent/test/redis-server.ts";
import { expectAccessible } from "./axe.ts";
import { rowOf } from "./deployments.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { createByForm, newKey } from "./keys.ts";
import { openAs } from "./place.ts";
import { shell } from "./shell.ts";

const run = promisify(execFile);

let product: TestProduct;
/** The folder in which a person saved the shipped agent: one file. */
let folder: string;
test.beforeAll(async () => {
  product = await startTestProduct();
  folder = await mkdtemp(join(tmpdir(), "shardwatch-shipped-"));
  const build = fileURLToPath(new URL("../../packages/agent/build.mjs", import.meta.url));
  await run(process.execPath, [build, join(folder, "shardwatch-agent.mjs")]);
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the tab, and the steps: they are folded, because there are keys. */
async function open(page: Page): Promise<void> {
  await openAs(page, "admin@example.com", "/integrations/agent-keys", product);
  await page.getByRole("button", { name: "Show the steps" }).click();
}
/** The text of the code block with this title. */
const codeOf = async (where: Page | Locator, name: string) =>
  (await where
    .getByRole("figure", { name, exact: true, includeHidden: true })
    .locator("code")
    .textContent()) ?? "";

test("AMD05 AGS01 AGS02 AGS03 AGS04 AGS05 AGS06 AGS07 AGS08 the panel leads from the download to the user on each kind of server", async ({
  page,
}) => {
  await open(page);
  const agent = page.getByRole("region", { name: "Agent Configuration" });
  await expect(agent.getByRole("heading", { name: "Agent Configuration" })).toBeVisible();
  await expect(agent.getByRole("link", { name: /Agent releases/ })).toHaveAttribute(
    "href",
    `${product.apiUrl}/agent-download`,
  );
  expect(await codeOf(page, "agent.yaml")).toContain(`api: ${product.apiUrl}\nkey: YOUR_AGENT_API_KEY\n`);
  const command = "node shardwatch-agent.mjs run --config agent.yaml";
  await agent.getByRole("tab", { name: "Linux" }).click();
  expect(await codeOf(page, "Commands for Linux")).toContain(command);
  await page.keyboard.press("ArrowRight");
  await expect(agent.getByRole("tab", { name: "macOS" })).toBeFocused();
  expect(await codeOf(page, "Commands for macOS")).toContain(command);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(agent.getByRole("tab", { name: "Windows", selected: true })).toBeFocused();
  expect(await codeOf(page, "Commands for Windows")).toContain(command);

  const credentials = page.getByRole("region", { name: "Redis Credentials Setup" });
  await expect(credentials).toContainText("info, ping, config get, client list, memory, latency");
  await expect(credentials.getByRole("figure").first()).toHaveAccessibleName(
    "Minimal permissions (recommended)",
  );
  await expect(credentials.getByRole("figure", { name: "Create the user", exact: true })).toBeHidden();
  await credentials.getByText("Optional: the longer list of commands").click();
  await expect(credentials.getByRole("figure", { name: "Create the user", exact: true })).toBeVisible();
  // snippets.test.ts has what each of them says.
  await expect(credentials.getByRole("listitem").filter({ hasText: "It exposes" })).toHaveText([
    /^\+config\|get: the memory limit .* It exposes the whole configuration, passwords included\.$/,
    /^\+client\|list: clients by state .* It exposes names and addresses of clients\.$/,
    /^\+memory\|stats \+memory\|doctor \+latency\|latest \+latency\|doctor: nothing .* It exposes .*\.$/,
  ]);
  const rest = await codeOf(page, "Create the user with the REST API");
  expect(rest).toMatch(/curl .*\/v1\/roles[^]*curl .*\/v1\/users[^]*"role_uids"/);
  await expect(credentials.getByRole("heading", { name: /REST API/ })).toBeVisible();
  await expect(credentials.getByRole("heading", { name: /admin UI/ })).toBeVisible();
  await expect(credentials.getByText(/Access Control, then Roles/)).toContainText("Cluster Viewer");
  await expect(credentials.getByRole("heading", { name: /ACL commands/ })).toBeVisible();

  product.configure({ links: { ...(await links()), agentReleases: "https://releases.example/agent" } });
  await page.reload();
  await page.getByRole("button", { name: "Show the steps" }).click();
  await expect(agent.getByRole("link", { name: /Agent releases/ })).toHaveAttribute(
    "href",
    "https://releases.example/agent",
  );
  product.configure({});
});

test(
  "MND17 where no download is offered, the panel says how to get the agent",
  { tag: "@all" },
  async ({ page }) => {
    const { agentReleases: _, ...others } = await links();
    product.configure({ links: others });
    await open(page);
    const agent = page.getByRole("region", { name: "Agent Configuration" });
    await expect(agent).toContainText("npm run package-agent makes the binaries");
    await expect(agent).toContainText("npm run image makes a container image");
    await expect(agent).not.toContainText("Download the");
    await expect(agent.getByRole("link")).toHaveCount(0);
    await expectAccessible(page, "no download of the agent");
    product.configure({});
  },
);

async function links() {
  const answer = await fetch(`${product.webUrl}/config.json`);
  type Links = Record<"terms" | "privacy" | "documentation" | "agentReleases", string>;
  return ((await answer.json()) as { links: Links }).links;
}

/** Runs a line from the screen as a person would paste it into redis-cli, with a real password. */
async function paste(redis: RedisServer, line: string): Promise<void> {
  expect(await redis.cli(...line.trim().replace("CHOOSE_A_PASSWORD", "chosen").split(" "))).toBe("OK");
}

test("AGS09 the shown ACL command permits what the panel names and refuses everything else, on a real server", async ({
  page,
}) => {
  await open(page);
  const redis = await startRedisServer();
  const user = ["--user", "shardwatch", "--pass", "chosen", "--no-auth-warning"];
  const isRefused = async (command: string) =>
    (await redis.cli(...user, ...command.split(" "))).startsWith("NOPERM");
  try {
    await paste(redis, await codeOf(page, "Create the user"));
    const permitted = [
      "INFO",
      "PING",
      "CONFIG GET maxmemory",
      "CLIENT LIST",
      "MEMORY STATS",
      "MEMORY DOCTOR",
      "LATENCY LATEST",
      "LATENCY DOCTOR",
    ];
    for (const command of permitted) expect(await isRefused(command), command).toBe(false);
    const refused = [
      "SET key value",
      "GET key",
      "DEL key",
      "KEYS *",
      "FLUSHALL",
      "CONFIG SET maxmemory 1",
      "CONFIG REWRITE",
      "CONFIG RESETSTAT",
      "CLIENT KILL ID 1",
      "CLIENT PAUSE 1",
      "MEMORY PURGE",
      "LATENCY RESET",
      "ACL LIST",
      "EVAL return(1) 0",
      "SUBSCRIBE channel",
      "MONITOR",
      "SHUTDOWN",
    ];
    for (const command of refused) expect(await isRefused(command), command).toBe(true);
    await paste(redis, await codeOf(page, "Minimal permissions (recommended)"));
    for (const command of ["INFO", "PING"]) expect(await isRefused(command), command).toBe(false);
    for (const command of [...permitted.slice(2), ...refused])
      expect(await isRefused(command), command).toBe(true);
  } finally {
    await redis.stop();
  }
});

/** Runs commands from the screen in the agent's folder, one after the other until one fails. */
const inFolder = (commands: string) => shell(`set -e\n${commands}`, { cwd: folder });

test("AGS10 KEY15 the shown user, configuration and commands work as they stand with the shipped agent", async ({
  page,
}) => {
  await open(page);
  const redis = await startRedisServer();
  const fullSet = await codeOf(page, "Create the user");
  const smallestSet = await codeOf(page, "Minimal permissions (recommended)");
  const clusterLine = await codeOf(page, "Also for a Redis Cluster");
  await createByForm(page, "From the screen");
  const configuration = (await codeOf(newKey(page), "agent.yaml"))
    .replace("localhost:6379", `127.0.0.1:${redis.port}`)
    .replace("# username: shardwatch", "username: shardwatch")
    .replace("# password: CHOOSE_A_PASSWORD", "password: chosen");
  await writeFile(join(folder, "agent.yaml"), configuration, { mode: 0o644 });
  await newKey(page).getByRole("tab", { name: "Linux" }).click();
  const commands = await codeOf(newKey(page), "Commands for Linux");
  try {
    await paste(redis, smallestSet);
    const check = inFolder(commands.split("\n").slice(0, 2).join("\n"));
    expect(await check.exitCode(), check.output()).toBe(0);
    expect((await stat(join(folder, "agent.yaml"))).mode & 0o777).toBe(0o600);

    const certificates = await makeCertificates();
    const enterprise = (await codeOf(page, "A Redis Enterprise cluster in agent.yaml"))
      .replace("cluster.example.com:9443", `127.0.0.1:${await freePort()}`)
      .replace("cluster-ca.pem", certificates.ca);
    await writeFile(join(folder, "both.yaml"), `${configuration}${enterprise}`);
    const both = inFolder("node shardwatch-agent.mjs once --print-only --config both.yaml");
    expect(await both.exitCode(), both.output()).toBe(0);
    expect(both.output()).toContain("production");
    await certificates.remove();

    await paste(redis, fullSet);
    await paste(redis, clusterLine);
    const agent = inFolder(commands);
    try {
      await expect(async () => {
        await page.goto(`${product.webUrl}/deployments`);
        await expect(rowOf(page, "from-the-screen").getByText(/^active$/i), agent.output()).toBeVisible({
          timeout: 5_000,
        });
      }).toPass({ timeout: 60_000 });
    } finally {
      await agent.stop();
    }
  } finally {
    await redis.stop();
  }
});

test(
  "SLF06 the variables of a new key work as they stand with the shipped agent",
  { tag: "@all" },
  async ({ page }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page);
    const redis = await startRedisServer();
    await createByForm(page, "In a container");
    const tab = newKey(page).getByRole("tab", { name: "Environment variables" });
    await newKey(page).getByRole("tab", { name: "Configuration file" }).press("ArrowRight");
    await expect(tab).toBeFocused();
    await expectAccessible(page, "variables of a new key");
    await newKey(page).getByRole("button", { name: "Copy agent.env" }).click();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toBe(await codeOf(newKey(page), "agent.env"));
    await newKey(page).getByRole("button", { name: "Done", exact: true }).click();
    try {
      const lines = copied.replace("localhost:6379", `127.0.0.1:${redis.port}`).trim().split("\n");
      const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
      expect(Object.keys(env)).toEqual([
        "SHARDWATCH_API",
        "SHARDWATCH_KEY",
        "SHARDWATCH_AGENT_ID",
        "REDIS_NAME",
        "REDIS_URL",
      ]);
      const options = { cwd: folder, env: { PATH: process.env["PATH"], ...env } };
      await run(process.execPath, ["shardwatch-agent.mjs", "once"], options);
      await page.goto(`${product.webUrl}/deployments`);
      await expect(rowOf(page, "in-a-container").getByText(/^active$/i)).toBeVisible();
    } finally {
      await redis.stop();
    }
  },
);
