import { createCipheriv, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import type { Vault } from "@shardwatch/core/ports/vault";
import type { Key } from "@shardwatch/core/table/keys";
import type { World } from "./world.ts";

export interface BothForms {
  vault: Vault;
  /** Seals a text as 0.3.0 did. */
  sealFormerly: (text: string, id: string) => string;
}

/** A vault of this release, and what a former release sealed with the same key. */
export function vaultOfBothForms(key = randomBytes(32)): BothForms {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-former-seals-"));
  try {
    const file = join(folder, "vault.key");
    writeFileSync(file, key);
    return { vault: createKeyFileVault(file), sealFormerly: (text, id) => asBefore(key, text, id) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines of 0.3.0's `key-file-vault.ts`. They don't use the code of this release, which could change for both. */
function asBefore(key: Buffer, text: string, integration: string): string {
  const context = JSON.stringify({ application: "shardwatch", integration });
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64");
}

type Sealing = Pick<World, "services">;

/** The attributes of rows that hold sealed texts. */
const sealedAttributes = ["sealed", "sealedUrl", "sealedSecret", "formerSecret"];

/** The sealed texts of a row, by attribute. */
export async function sealedTexts({ services }: Sealing, key: Key): Promise<Record<string, string>> {
  const row = (await services.table.get(key)) ?? {};
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      sealedAttributes.includes(name) && typeof value === "string" ? [[name, value]] : [],
    ),
  );
}

/** What these texts open to. */
export async function openedTexts(world: Sealing, key: Key, id: string): Promise<Record<string, string>> {
  const texts = Object.entries(await sealedTexts(world, key));
  const opened = texts.map(
    async ([name, text]) => [name, (await world.services.vault.open(text, id)).reveal()] as const,
  );
  return Object.fromEntries(await Promise.all(opened));
}

/** Gives a row the texts that 0.3.0 would have written. */
export async function sealRowFormerly(
  world: Sealing,
  { sealFormerly }: BothForms,
  key: Key,
  id: string,
): Promise<void> {
  const opened = Object.entries(await openedTexts(world, key, id));
  const set = Object.fromEntries(opened.map(([name, text]) => [name, sealFormerly(text, id)]));
  await world.services.table.update(key, { set });
}

/** Whether all sealed texts of a row have the form of this release; undefined without one. */
export async function isSealedAnew(world: Sealing, key: Key): Promise<boolean | undefined> {
  const texts = Object.values(await sealedTexts(world, key));
  return texts.length === 0 ? undefined : texts.every((text) => text.startsWith("2:"));
}
