import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { hasRedis } from "@shardwatch/local/demo/redis";
import { signIn } from "./api-client.ts";
import { answers, start, until } from "./started.ts";

/** The status for a caller with a foreign host name that resolves to this machine. */
async function statusUnder(name: string, url: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const { port } = new URL(url);
    const asking = request(url, { headers: { host: `${name}:${port}` } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.on("error", reject).end();
  });
}

describe("npm start", { timeout: 300_000 }, () => {
  test("OPS04 OPS05 OPS06 one start brings everything, for this machine's own names only, and a short table says where and who", async () => {
    const product = await start({ SHARDWATCH_REDIS: "off" });
    const [, table = ""] = product.output().split("Shardwatch is ready.\n\n");
    for (const row of [
      `  web application  ${product.webUrl}`,
      `  API              ${product.apiUrl}/reference`,
      `  simulators       ${product.providerUrl}/control`,
      `  mail             ${product.providerUrl}/inbox`,
      "  admin@example.com   admin of Acme Data",
      "  viewer@example.com  viewer of Acme Data",
      "  super@example.com   super admin",
    ])
      expect(table.split("\n")).toContain(row);
    expect(table).toContain("shardwatch-demo");
    expect(product.output().split("\n").length).toBeLessThanOrEqual(18);
    expect(Math.max(...table.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(80);
    for (const url of [
      product.webUrl,
      `${product.webUrl}/config.json`,
      `${product.apiUrl}/health`,
      product.providerUrl,
    ])
      expect(await answers(url)).toBe(true);
    for (const url of [
      product.webUrl,
      `${product.webUrl}/config.json`,
      `${product.apiUrl}/health`,
      ...[
        "",
        "/control/state",
        "/inbox.json",
        "/api/v1/users/me",
        "/redis-cloud/control",
        "/aws/console",
      ].map((path) => product.providerUrl + path),
    ]) {
      expect(await statusUnder("evil.example", url), url).toBe(421);
      expect(await statusUnder("127.0.0.1", url), url).not.toBe(421);
    }
    const viewer = await signIn(product, "viewer@example.com");
    expect((await viewer.deployments()).length).toBeGreaterThanOrEqual(12);
  });

  test.runIf(hasRedis())(
    "OPS04 AGT21 a real agent reports a real Redis and a simulated cluster",
    async () => {
      const product = await start();
      expect(product.output()).toMatch(/\n {2}real Redis +localhost:\d+, listed as redis-on-this-machine\n/);
      const admin = await signIn(product, "admin@example.com");
      const named = async (wanted: string) => (await admin.deployments()).find(({ name }) => name === wanted);
      const real = () => named("redis-on-this-machine");
      await until(async () => (await real())?.status === "active", "the agent has reported");
      expect(Number((await real())?.memoryUsed)).toBeGreaterThan(10_000_000);
      expect((await real())?.memoryLimit).toBe(String(64 * 1_048_576));
      expect(await named("enterprise-on-this-machine")).toMatchObject({
        type: "ENTERPRISE",
        status: "active",
        databaseCount: 11,
        license: { shardsLimit: 200 },
        enterpriseAdminUrl: expect.stringMatching(/^https:\/\/localhost:\d+\/control$/),
      });
    },
  );

  test("OPS19 a wrong setting is a message that names it", async () => {
    await expect(start({ SUPER_ADMIN_EMAILS: "nobody" })).rejects.toThrow(
      "SUPER_ADMIN_EMAILS: must be emails",
    );
  });
});
