import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";
import { startRedisServer } from "../../packages/agent/test/redis-server.ts";
import { expectAccessible } from "./axe.ts";
import { rowOf } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { shell } from "./shell.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { ownPort } from "../support/ports.ts";

test.describe("wizard", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  const kinds = (page: Page) => page.getByRole("list", { name: "Setup" });
  const command = (page: Page) => page.getByRole("figure", { name: /^Command for/ }).getByRole("code");

  /** Runs a command from the screen in a new folder with the file redis-ca.pem, which goes with it. */
  function paste(text: string, { typed = "", ca }: { typed?: string; ca?: string } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "shardwatch-pasted-"));
    if (ca !== undefined) copyFileSync(ca, join(folder, "redis-ca.pem"));
    const { output, stop } = shell(text, { cwd: folder, typed });
    return {
      output,
      async stop() {
        await stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  }

  test("ONB01 ONB02 ONB03 one wizard leads from the kind over one command to the server that reports, without a reload", async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const redis = await startRedisServer();
    await openAs(page, "newcomer@example.org", "/overview", product);
    await kinds(page).getByRole("link", { name: "Set up the agent" }).click();
    await expect(page).toHaveURL(`${product.webUrl}/integrations/add?kind=agent`);
    await expect(page.getByRole("heading", { level: 1, name: "Add a source" })).toBeVisible();
    await expect(kinds(page).getByRole("link", { name: "Set up the agent" })).toHaveAttribute(
      "aria-current",
      "step",
    );
    await page.getByLabel("Server address (optional)").fill("redis at home");
    await page.getByLabel("API key name").fill("Orders cache");
    await expect(page.getByText("Host and port, for example redis.internal:6379")).toBeVisible();
    await page.getByLabel("Server address (optional)").fill(`localhost:${redis.port}`);
    await page.getByLabel("API key name").press("Enter");
    await page.getByRole("tab", { name: "Linux" }).click();
    await expect(page.getByRole("status").getByText("Waiting for the first report…")).toBeVisible();
    await expectAccessible(page, "the wizard with a new key");
    const text = (await command(page).textContent()) ?? "";
    expect(text).toContain(`${product.apiUrl}/agent-download/SHA256SUMS`);
    expect(text).toContain(`address: localhost:${redis.port}\n`);

    const pasted = paste(text);
    try {
      const reporting = page.getByRole("status").getByRole("link", { name: "orders-cache" });
      await expect(reporting, pasted.output()).toBeVisible({ timeout: 30_000 });
      expect(pasted.output()).toContain("shardwatch-agent.mjs: OK");
      expect(pasted.output()).toContain("Everything is ready.");
      await expect(page.getByRole("status").getByText("is reporting")).toBeVisible();
      await page.getByRole("button", { name: "Add another server" }).click();
      await expect(page.getByLabel("API key name")).toBeFocused();
      await page.getByRole("link", { name: "Deployments", exact: true }).click();
      await page.getByRole("link", { name: "orders-cache" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "orders-cache" })).toBeVisible();
    } finally {
      await pasted.stop();
      await redis.stop();
    }
  });

  /** Creates a key in the wizard for a server at this address, and returns the command for Linux. */
  async function commandFor(page: Page, email: string, address: string): Promise<string> {
    await openAs(page, email, "/integrations/add?kind=agent", product);
    await page.getByLabel("Server address (optional)").fill(address);
    await page.getByLabel("API key name").fill("Orders cache");
    await page.getByLabel("API key name").press("Enter");
    await page.getByRole("tab", { name: "Linux" }).click();
    return (await command(page).textContent()) ?? "";
  }

  test(
    "SCR08 a server that refuses the agent's login is named with what the agent says and the lines that mend it, until it is read",
    { tag: "@all" },
    async ({ page }) => {
      test.setTimeout(90_000);
      const redis = await startRedisServer({ args: ["--requirepass", "another"] });
      const text = await commandFor(page, "late@example.org", `localhost:${redis.port}`);
      const pasted = paste(text);
      const status = page.getByRole("listitem").filter({ hasText: "Wait for data" });
      try {
        await expect(status.getByText("is reporting, but the agent can't read it")).toBeVisible({
          timeout: 30_000,
        });
        expect(pasted.output()).toContain("Something is missing");
        await expect(status).toContainText(/password/i);
        await expect(page.getByRole("figure", { name: "In agent.yaml" })).toContainText("password:");
        await expect(page.getByRole("figure", { name: "Run it again" })).toContainText(
          "run --config agent.yaml",
        );
        await expectAccessible(page, "the wizard with a server that refuses the login");
        for (const width of [360, 1_440]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await scrollsSideways(page)).toBe(false);
          if (process.env["SHOTS"])
            await page.screenshot({
              path: `${process.env["SHOTS"]}/wizard-denied-${width}.png`,
              fullPage: true,
            });
        }
        await redis.cli("-a", "another", "CONFIG", "SET", "requirepass", "");
        await expect(status.getByText(/is reporting$/)).toBeVisible({ timeout: 30_000 });
      } finally {
        await pasted.stop();
        await redis.stop();
      }
    },
  );

  test(
    "SCR08 after twenty seconds without a report the wizard says that the key was not used, and what to try",
    { tag: "@all" },
    async ({ page }) => {
      await page.clock.install();
      await commandFor(page, "later@example.org", "localhost:6379");
      const status = page.getByRole("listitem").filter({ hasText: "Wait for data" });
      await page.clock.runFor(18_000);
      await expect(status.getByText("Waiting for the first report…")).toBeVisible();
      await expect(status).not.toContainText("The key has not been used yet");
      await page.clock.runFor(4_000);
      await expect(status).toContainText("The key has not been used yet");
      await expect(page.getByRole("figure", { name: "Try it on the host" })).toContainText(
        `curl -fsS ${product.apiUrl}/health`,
      );
      await expectAccessible(page, "the wizard without a report");
      if (process.env["SHOTS"])
        await page.screenshot({ path: `${process.env["SHOTS"]}/wizard-late.png`, fullPage: true });
    },
  );

  test(
    "ONB02 for a server with a user and TLS, the command works as copied, and the password stays on the host",
    { tag: "@all" },
    async ({ page }) => {
      test.setTimeout(90_000);
      const certificates = await makeCertificates();
      const args = [
        "--tls-auth-clients",
        "no",
        "--user",
        "watcher",
        "on",
        ">secret-of-redis",
        "+info",
        "+ping",
      ];
      const redis = await startRedisServer({ tls: certificates, args });
      const sent: string[] = [];
      page.on("request", (request) => sent.push(request.postData() ?? ""));
      await openAs(page, "guarded@example.org", "/integrations/add?kind=agent", product);
      await page.getByLabel("Server address (optional)").fill(`localhost:${redis.port}`);
      await page.getByRole("checkbox", { name: "The server needs a password" }).check();
      await expect(page.getByText("Shardwatch never gets it.")).toBeVisible();
      await page.getByLabel("Redis user (optional)").fill("two words");
      await page.getByLabel("API key name").fill("Orders cache");
      await expect(page.getByText("Only letters, digits and . _ @ + -")).toBeVisible();
      await page.getByLabel("Redis user (optional)").fill("watcher");
      await page.getByRole("checkbox", { name: "The server uses TLS" }).check();
      await page.getByRole("checkbox", { name: "A private authority signed its certificate" }).check();
      await expect(page.getByLabel("Create agent key").locator("input[type=password]")).toHaveCount(0);
      await expectAccessible(page, "the wizard with the choices of a server");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await page.getByRole("tab", { name: "Linux" }).click();
      await expect(page.getByText("First save the authority’s certificate as redis-ca.pem")).toBeVisible();
      const pasted = paste((await command(page).textContent()) ?? "", {
        typed: "secret-of-redis\n",
        ca: certificates.ca,
      });
      try {
        await expect(page.getByRole("status").getByText("is reporting"), pasted.output()).toBeVisible({
          timeout: 30_000,
        });
        await expect(page.getByRole("link", { name: "Show deployments" })).toBeVisible();
        expect(pasted.output()).toContain("Everything is ready.");
        expect(sent.join("\n")).toContain("Orders cache");
        expect(sent.join("\n")).not.toContain("watcher");
      } finally {
        await pasted.stop();
        await redis.stop();
        await certificates.remove();
      }
    },
  );

  test(
    "ONB01 every way to run the agent has its command in a tab, by keyboard and on a phone",
    { tag: "@all" },
    async ({ page }) => {
      await commandFor(page, "chooser@example.org", "");
      await expect(page.getByText(`Agents on other machines can’t reach ${product.apiUrl}.`)).toBeVisible();
      const tabs = page.getByRole("tablist", { name: "Way to run the agent" });
      await expect(tabs.getByRole("tab")).toHaveText([
        "Container",
        "Kubernetes",
        "Linux",
        "macOS",
        "Windows",
      ]);
      await tabs.getByRole("tab", { name: "Linux" }).focus();
      const ways = [
        ["Kubernetes", "kubectl apply", "In a pod, localhost is the pod itself."],
        ["Container", "--network host", "With --network host, the container reaches localhost"],
        ["Windows", "icacls agent.yaml", "It needs Node.js 22 or newer"],
        ["macOS", "shasum -a 256", "It needs Node.js 22 or newer"],
      ] as const;
      for (const [name, part, words] of ways) {
        await page.keyboard.press("ArrowLeft");
        await expect(tabs.getByRole("tab", { name, selected: true })).toBeFocused();
        await expect(command(page)).toContainText(part);
        await expect(page.getByText(words)).toBeVisible();
        for (const width of [1_440, 360]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await scrollsSideways(page), `${name} at ${width}`).toBe(false);
        }
        await expectAccessible(page, `the wizard's tab ${name}`);
      }
    },
  );

  test(
    "ONB01 a checksum that does not match ends the command before anything runs",
    { tag: "@all" },
    async ({ page }) => {
      await openAs(page, "careful@example.org", "/integrations/add?kind=agent", product);
      await page.getByLabel("API key name").fill("Careful host");
      await page.getByLabel("API key name").press("Enter");
      await page.getByRole("tab", { name: "Linux" }).click();
      const text = (await command(page).textContent()) ?? "";
      expect(text).toContain("address: localhost:6379\n");
      const tampered = text.replace("sha256sum", "echo '// changed' >> shardwatch-agent.mjs; sha256sum");
      expect(tampered).not.toBe(text);
      const pasted = paste(tampered);
      await expect.poll(pasted.output, { timeout: 20_000 }).toContain("shardwatch-agent.mjs: FAILED");
      expect(pasted.output()).not.toContain("Everything is ready.");
      await pasted.stop();
    },
  );

  test(
    "ONB01 the wizard has the steps of each kind, fits a phone, and is reached from Sources",
    { tag: "@all" },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await openAs(page, "admin@example.com", "/integrations/agent-keys", product);
      await page.getByRole("link", { name: "Add a source" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Add a source" })).toBeFocused();
      await kinds(page).getByRole("link", { name: "Connect a cloud account" }).click();
      await expect(page.getByLabel("API secret")).toBeVisible();
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await kinds(page).getByRole("link", { name: "Connect an AWS account" }).click();
      await expect(page.getByLabel("Role ARN")).toBeVisible();
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      product.configure({ features: { elasticache: false } });
      await page.reload();
      await expect(kinds(page).getByRole("link")).toHaveCount(2);
      await expect(page.getByLabel("Role ARN")).toHaveCount(0);
      product.configure({});
    },
  );
});

test.describe("commands of the README", () => {
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
    const [web, api, provider] = [await ownPort(), await ownPort(), await ownPort()];
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
            timeout: 5_000,
          });
        }).toPass({ timeout: 60_000 });
      } finally {
        await agent.stop();
      }
    } finally {
      await product.stop();
      await redis.stop();
      rmSync(checkout, { recursive: true, force: true });
    }
  });
});
