import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import {
  authorityFile,
  firstConfiguration,
  passwordFile,
  serverNameOf,
  type WatchedServer,
} from "@shardwatch/core/kit/agent-configuration";
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

/** What the agent reads of an agent.yaml for this server, with a password and an authority in the files beside it. */
function watched(server: WatchedServer) {
  const file = join(folder, "agent.yaml");
  const text = { api: "https://api.example.com", key: testKey, name: "cache", ...server };
  writeFileSync(file, firstConfiguration(text));
  writeFileSync(join(folder, passwordFile), "a password\n");
  writeFileSync(join(folder, authorityFile), rootCertificates[0] ?? "");
  const [deployment] = readConfiguration(file, {}).deployments;
  if (deployment?.type === "enterprise") throw new Error("not a Redis");
  return deployment;
}

test.each([undefined, "shardwatch", "123", "agent@example.com", "+x", "no"])(
  "ONB02 the shown agent.yaml reads the password of the user %s from its file, and has none in it",
  (username) => {
    const server = watched({ needsPassword: true, ...(username !== undefined && { username }) });
    expect(server?.username).toBe(username);
    expect(server?.password?.reveal()).toBe("a password");
    expect(server?.tls).toBeUndefined();
  },
);

test("ONB02 the shown agent.yaml uses TLS with a public authority, or with a file beside it", () => {
  expect(watched({})).not.toHaveProperty("tls");
  expect(watched({ usesTls: true })?.tls).toEqual({ insecureSkipVerify: false });
  const server = watched({ usesTls: true, hasPrivateAuthority: true, needsPassword: true });
  expect(server?.tls?.ca?.toString()).toContain("BEGIN CERTIFICATE");
  expect(server?.password?.reveal()).toBe("a password");
});
