import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createKmsSimulator } from "@shardwatch/local/simulators/aws/kms";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Secret } from "../kit/secret.ts";
import type { Vault } from "../ports/vault.ts";
import { createKeyFileVault } from "./key-file-vault.ts";
import { createKmsVault } from "./kms-vault.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-vaults-"));
const file = join(folder, "vault.key");
let server: Awaited<ReturnType<typeof startServer>>;
let kms: (key: string) => Vault;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ name: "KMS", port, variable: "PORT", fetch: createKmsSimulator().fetch });
  kms = (key) =>
    createKmsVault(`arn:aws:kms:eu-central-1:123456789012:key/${key}`, {
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-central-1",
      credentials: { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "secret" },
    });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const text = JSON.stringify(["a key", "its secret, in ünïcode"]);

/**
 * Every form in which the text could still be readable: as it is, and decoded from base64 and from
 * hexadecimal digits.
 */
const readings = (sealed: string): string[] => [
  sealed,
  ...(["base64", "base64url", "hex"] as const).flatMap((form) =>
    (["utf8", "latin1", "utf16le"] as const).map((characters) =>
      Buffer.from(sealed, form).toString(characters),
    ),
  ),
];

describe.each(["a key file", "KMS"])("SEC01 SEC03 SEC24 with %s", (kind) => {
  const vault = () => (kind === "KMS" ? kms("vault") : createKeyFileVault(file));

  test("what was sealed holds nothing of the text, and is another one each time", async () => {
    const sealed = await Promise.all([1, 2, 3].map(() => vault().seal(new Secret(text), "rcl_1")));
    expect(new Set(sealed).size).toBe(3);
    for (const reading of sealed.flatMap(readings))
      for (const part of ["a key", "its secret", "code"]) expect(reading).not.toContain(part);
  });

  test("what was sealed for an integration opens for that one only", async () => {
    const sealed = await vault().seal(new Secret(text), "rcl_1");
    expect((await vault().open(sealed, "rcl_1")).reveal()).toBe(text);
    await expect(vault().open(sealed, "rcl_2")).rejects.toThrow();
  });

  test("a text that was changed or never sealed opens nothing", async () => {
    const sealed = Buffer.from(await vault().seal(new Secret(text), "rcl_1"), "base64");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    for (const wrong of [sealed.toString("base64"), "", "text"])
      await expect(vault().open(wrong, "rcl_1")).rejects.toThrow();
  });
});

test("SEC01 the same text is sealed differently each time, with a key that only the owner of the file may read", async () => {
  const vault = createKeyFileVault(file);
  const [first, second] = [await vault.seal(new Secret(text), "a"), await vault.seal(new Secret(text), "a")];
  expect(first).not.toBe(second);
  chmodSync(file, 0o644);
  createKeyFileVault(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file)).toHaveLength(32);
  writeFileSync(file, "short");
  expect(() => createKeyFileVault(file)).toThrow("must hold 32 bytes");
});

test("a busy KMS is a problem that passes, a key that is gone is a defect", async () => {
  await expect(kms("busy").seal(new Secret(text), "a")).rejects.toMatchObject({ kind: "unavailable" });
  await expect(kms("gone").seal(new Secret(text), "a")).rejects.toMatchObject({ name: "DisabledException" });
});
