import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAgentKey, tokenIdIn } from "@shardwatch/core/kit/composite-key";
import { digestOf } from "@shardwatch/core/kit/secret-digest";
import { parse } from "yaml";
import { afterAll, expect, test } from "vitest";
import { runAgent } from "../test/run-agent.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-keygen-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("SLF06 keygen prints a new key and its digest as YAML, each time another one", async () => {
  const [first, second] = await Promise.all([runAgent(["keygen"]), runAgent(["keygen"])]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const { key, digest } = parse(first.stdout) as { key: string; digest: string };
  expect(first.stdout).toBe(`key: ${key}\ndigest: ${digest}\n`);
  expect(parseAgentKey(key)?.keyId).toMatch(/^key_[0-9a-z]{26}$/);
  expect(digest).toBe(digestOf(key));
  expect(second.stdout).not.toContain(key);
});

test("SLF06 keygen --out writes the key into a new file of its owner, and prints the digest alone", async () => {
  const file = join(folder, "agent.key");
  const { code, stdout, stderr } = await runAgent(["keygen", "--out", file]);
  expect(code).toBe(0);
  const key = readFileSync(file, "utf8").trimEnd();
  expect(stdout).toBe(`digest: ${digestOf(key)}\n`);
  expect(stdout + stderr).not.toContain(key);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  // The file may hold the key of a running agent.
  const again = await runAgent(["keygen", "--out", file]);
  expect(again).toEqual({ code: 1, stdout: "", stderr: `${file} exists already: give another file\n` });
  expect(readFileSync(file, "utf8")).toBe(`${key}\n`);
  expect(await runAgent(["keygen", "--out", "/no/such/folder/key"])).toMatchObject({ code: 1, stdout: "" });
});

test("SLF06 keygen --id makes another secret for the same key", async () => {
  const id = `key_${"0".repeat(26)}`;
  const { stdout } = await runAgent(["keygen", "--id", id]);
  const { key, digest } = parse(stdout) as { key: string; digest: string };
  expect(parseAgentKey(key)?.keyId).toBe(id);
  expect(digest).toBe(digestOf(key));
  const wrong = await runAgent(["keygen", "--id", "key_short"]);
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("--id is not the id of a key");
});

test("OUT01 keygen --token makes an API token and its digest, and tells the two kinds of ids apart", async () => {
  const { code, stdout } = await runAgent(["keygen", "--token"]);
  expect(code).toBe(0);
  const { token, digest } = parse(stdout) as { token: string; digest: string };
  expect(stdout).toBe(`token: ${token}\ndigest: ${digest}\n`);
  expect(digest).toBe(digestOf(token));
  const id = tokenIdIn(token) ?? "";
  const again = parse((await runAgent(["keygen", "--token", "--id", id])).stdout) as { token: string };
  expect(tokenIdIn(again.token)).toBe(id);
  expect(again.token).not.toBe(token);
  const [wrongToken, wrongKey] = await Promise.all([
    runAgent(["keygen", "--token", "--id", `key_${"0".repeat(26)}`]),
    runAgent(["keygen", "--id", id]),
  ]);
  expect(wrongToken).toMatchObject({ code: 1, stdout: "" });
  expect(wrongToken.stderr).toContain("--id is not the id of a token");
  expect(wrongKey).toMatchObject({ code: 1, stdout: "" });
});
