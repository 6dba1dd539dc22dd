import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstConfiguration, serverNameOf } from "@shardwatch/core/kit/agent-configuration";
import { afterAll, expect, test } from "vitest";
import { testKey } from "../../test/agent-process.ts";
import { readConfiguration } from "./read.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-first-configuration-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(["My laptop", "12345", "1e500", "0x1F4", "00012", "1 000", "false", "2026 11 22", "infinity"])(
  "ONB02 the shown agent.yaml for a key named %s works as it is",
  (keyName) => {
    const name = serverNameOf(keyName);
    const file = join(folder, "agent.yaml");
    writeFileSync(file, firstConfiguration({ api: "https://api.example.com", key: testKey, name }));
    expect(readConfiguration(file, {}).deployments).toMatchObject([{ name, key: name }]);
  },
);

test.each(["cache.internal:7000", "10.0.0.9:6379", "12:59", "[::1]:6379"])(
  "ONB02 the shown agent.yaml for a server at %s watches that address",
  (address) => {
    const file = join(folder, "agent.yaml");
    const text = { api: "https://api.example.com", key: testKey, name: "cache", address };
    writeFileSync(file, firstConfiguration(text));
    const [host, port] = [
      address.slice(0, address.lastIndexOf(":")).replace(/[[\]]/g, ""),
      Number(address.split(":").at(-1)),
    ];
    expect(JSON.stringify(readConfiguration(file, {}).deployments)).toMatch(
      new RegExp(`"host":"${host.replaceAll(".", "\\.")}","port":${port}\\b`),
    );
  },
);

test("ONB02 a plain name is shown without quotes", () => {
  const shown = firstConfiguration({ api: "https://api.example.com", key: testKey, name: "my-laptop" });
  expect(shown).toContain("  - name: my-laptop\n");
});
