import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createKmsSimulator } from "@shardwatch/local/simulators/aws/kms";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vaultOfBothForms } from "../../../../tests/support/former-seals.ts";
import { Secret } from "../kit/secret.ts";
import type { Vault } from "../ports/vault.ts";
import { createKeyFileVault } from "./key-file-vault.ts";
import { EncryptCommand, KMSClient } from "./aws/clients.ts";
import { createKmsVault } from "./aws/kms-vault.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-vaults-"));
const file = join(folder, "vault.key");
let server: Awaited<ReturnType<typeof startServer>>;
let kms: (key: string) => Vault;
let endpoint: string;
/** Of every call, as KMS got it. */
const contexts: object[] = [];

const arnOf = (key: string) => `arn:aws:kms:eu-central-1:123456789012:key/${key}`;
const kmsSettings = () => ({
  endpoint,
  region: "eu-central-1",
  credentials: { accessKeyId: "ASIAEXAMPLE", secretAccessKey: "secret" },
});

beforeAll(async () => {
  const port = await freePort();
  const simulator = createKmsSimulator();
  const fetch = async (request: Request) => {
    const { EncryptionContext } = (await request.clone().json()) as { EncryptionContext: object };
    contexts.push(EncryptionContext);
    return await simulator.fetch(request);
  };
  server = await startServer({ name: "KMS", port, variable: "PORT", fetch });
  endpoint = `http://127.0.0.1:${port}`;
  kms = (key) => createKmsVault(arnOf(key), kmsSettings());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const account = "rcl_1";
const channel = "chn_1";
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
    const sealed = await Promise.all([1, 2, 3].map(() => vault().seal(new Secret(text), account)));
    expect(new Set(sealed).size).toBe(3);
    const stored = sealed.map((each) => each.replace(/^2:/, ""));
    for (const reading of stored.flatMap(readings))
      for (const part of ["a key", "its secret", "code"]) expect(reading).not.toContain(part);
  });

  test("what was sealed for an integration opens for that one only", async () => {
    const sealed = await vault().seal(new Secret(text), account);
    expect((await vault().open(sealed, account)).reveal()).toBe(text);
    await expect(vault().open(sealed, "rcl_2")).rejects.toThrow();
  });

  test("a text that was changed or never sealed opens nothing", async () => {
    const [mark = "", stored = ""] = (await vault().seal(new Secret(text), account)).split(":");
    const sealed = Buffer.from(stored, "base64");
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    for (const wrong of [`${mark}:${sealed.toString("base64")}`, `${mark}:`, "", "text"])
      await expect(vault().open(wrong, account)).rejects.toThrow();
  });
});

test("SEC01 the same text is sealed differently each time, with a key that only the owner of the file may read", async () => {
  const vault = createKeyFileVault(file);
  const [first, second] = [
    await vault.seal(new Secret(text), account),
    await vault.seal(new Secret(text), account),
  ];
  expect(first).not.toBe(second);
  chmodSync(file, 0o644);
  createKeyFileVault(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file)).toHaveLength(32);
  writeFileSync(file, "short");
  expect(() => createKeyFileVault(file)).toThrow("must hold 32 bytes");
});

test("a busy KMS is a problem that passes, a key that is gone is a defect", async () => {
  await expect(kms("busy").seal(new Secret(text), account)).rejects.toMatchObject({ kind: "unavailable" });
  await expect(kms("gone").seal(new Secret(text), account)).rejects.toMatchObject({
    name: "DisabledException",
  });
});

/** A text as 0.3.0 sealed it, and a vault with the same key. */
async function sealedBefore(kind: string, id: string): Promise<{ vault: Vault; sealed: string }> {
  if (kind !== "KMS") {
    const { vault, sealFormerly } = vaultOfBothForms();
    return { vault, sealed: sealFormerly(text, id) };
  }
  const client = new KMSClient(kmsSettings());
  const EncryptionContext = { application: "shardwatch", integration: id };
  const Plaintext = Buffer.from(text);
  const { CiphertextBlob } = await client.send(
    new EncryptCommand({ KeyId: arnOf("vault"), Plaintext, EncryptionContext }),
  );
  client.destroy();
  return { vault: kms("vault"), sealed: Buffer.from(CiphertextBlob ?? []).toString("base64") };
}

describe.each(["a key file", "KMS"])("MND06 with %s", (kind) => {
  const both = vaultOfBothForms();
  const vault = () => (kind === "KMS" ? kms("vault") : both.vault);

  test("what a former release sealed opens for its id, in the former context only", async () => {
    for (const id of [account, channel]) {
      const former = await sealedBefore(kind, id);
      expect((await former.vault.open(former.sealed, id)).reveal()).toBe(text);
      await expect(former.vault.open(former.sealed, `${id}0`)).rejects.toThrow();
      await expect(former.vault.open(`2:${former.sealed}`, id)).rejects.toThrow();
    }
  });

  test("what this release sealed does not open in the former context", async () => {
    for (const id of [account, channel]) {
      const sealed = await vault().seal(new Secret(text), id);
      expect((await vault().open(sealed, id)).reveal()).toBe(text);
      await expect(vault().open(sealed.replace(/^2:/, ""), id)).rejects.toThrow();
    }
  });

  test("nothing is sealed for an object of which no kind is known", async () => {
    for (const id of ["acc_1", "rcl", "", "x_rcl_1", "chnl_1"])
      await expect(vault().seal(new Secret(text), id)).rejects.toThrow("nothing is sealed");
  });
});

test("MND06 KMS gets the kind of what is sealed and opened, from the id's prefix; the former context has none", async () => {
  const ours = { application: "shardwatch" };
  for (const [id, name] of [
    [account, "account"],
    [channel, "channel"],
  ] as const) {
    contexts.length = 0;
    await kms("vault").open(await kms("vault").seal(new Secret(text), id), id);
    const context = { ...ours, integration: id, kind: name };
    expect(contexts).toEqual([context, context]);
    const former = await sealedBefore("KMS", id);
    contexts.length = 0;
    await former.vault.open(former.sealed, id);
    expect(contexts).toEqual([{ ...ours, integration: id }]);
  }
});
