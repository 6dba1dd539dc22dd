import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AttributeValue, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import type { Vault } from "@shardwatch/core/ports/vault";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { startWorld, type World } from "../support/world.ts";
import { fixedRandom, type Handles, provider } from "./people.ts";

/*
 * Rows that former releases wrote, in the form of DynamoDB's API, one file for each release. A file also has
 * the values that a reader needs, and the answers from these rows.
 */

export const folder = fileURLToPath(new URL("fixtures", import.meta.url));

export type Item = Record<string, AttributeValue>;

export interface Fixture {
  handles: Handles;
  items: Item[];
  /** The answer of each route to each person. */
  answers: Record<string, unknown>;
}

/** Every release with a file, the newest last. */
export const releases = (): string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ""))
    .toSorted(new Intl.Collator("en", { numeric: true }).compare);

const isBytes = (value: unknown): value is { B: string } =>
  typeof value === "object" && value !== null && Object.keys(value).join() === "B";

export const readFixture = (release: string): Fixture =>
  JSON.parse(readFileSync(join(folder, `${release}.json`), "utf8"), (_name, value: unknown) =>
    isBytes(value) ? { B: Buffer.from(value.B, "base64") } : value,
  ) as Fixture;

/** One row and one answer on each line, so that a review shows the changes. */
export function writeFixture(release: string, { handles, items, answers }: Fixture): void {
  const rows = items.map((item) => JSON.stringify(plain(item)));
  const answered = Object.entries(answers).map(
    ([asked, answer]) => `${JSON.stringify(asked)}: ${JSON.stringify(answer)}`,
  );
  const text = `{
"handles": ${JSON.stringify(handles)},
"items": [
${rows.join(",\n")}
],
"answers": {
${answered.join(",\n")}
}
}
`;
  writeFileSync(join(folder, `${release}.json`), text);
}

/** Sorts attributes by name and encodes bytes as base64. */
export const plain = (item: Item): object =>
  Object.fromEntries(
    Object.entries(item)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => [name, value.B ? { B: Buffer.from(value.B).toString("base64") } : value]),
  );

/** A vault that opens the sealed texts of every fixture. */
function fixedVault(): Vault {
  const place = mkdtempSync(join(tmpdir(), "shardwatch-fixtures-"));
  try {
    const file = join(place, "vault.key");
    writeFileSync(file, createHash("sha256").update("fixtures").digest());
    return createKeyFileVault(file);
  } finally {
    rmSync(place, { recursive: true });
  }
}

export interface Stage {
  world: World;
  integrations: Integrations;
  stop(): Promise<void>;
}

/** A world for the story, with a fresh table. */
export async function startStage(): Promise<Stage> {
  const integrations = await startIntegrations();
  const fixed = { identity: provider, random: fixedRandom(), vault: fixedVault() };
  const world = await startWorld({ ...integrations.ports, ...fixed });
  const stop = async () => {
    await world.stop();
    await integrations.stop();
  };
  return { world, integrations, stop };
}

/** Every row of a world's table, in the order of the keys. */
export async function itemsOf(world: World): Promise<Item[]> {
  const client = world.database.client();
  try {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: world.database.tableName }),
    );
    if (LastEvaluatedKey) throw new Error("the table has more than one page of rows");
    const keyOf = (item: Item) => `${item["pk"]?.S} ${item["sk"]?.S}`;
    return Items.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  } finally {
    client.destroy();
  }
}

/** Puts the rows of a release into a world with an empty table, and sets its clock to their time. */
export async function load(world: World, { items, handles }: Fixture): Promise<void> {
  const client = world.database.client();
  for (const Item of items)
    await client.send(new PutItemCommand({ TableName: world.database.tableName, Item }));
  client.destroy();
  world.clock.time = handles.now;
}
