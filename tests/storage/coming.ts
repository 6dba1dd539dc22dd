import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { Fixture, Item } from "./fixtures.ts";

/*
 * Rows as a release that comes after this one could write them, made of the rows of this one. It may have further
 * attributes, further kinds of rows, and further values of what this release has a list of.
 */

/** An attribute that no kind of row has today. */
export const laterAttribute = "laterOnly";
export const laterValue: AttributeValue = { S: "what only the next release knows" };

export const withLater = (item: Item): Item => ({ ...item, [laterAttribute]: laterValue });

/** A word that no list of words has today. */
export const laterWord = "of-a-later-release";

export const textOf = (item: Item, name: string): string => item[name]?.S ?? "";

type Content = Record<string, unknown>;

/** Changes JSON that is stored deflated. */
function repacked(item: Item, name: string, change: (content: Content) => Content): Item {
  const content = JSON.parse(inflateRawSync(item[name]?.B ?? new Uint8Array()).toString()) as Content;
  return { ...item, [name]: { B: deflateRawSync(JSON.stringify(change(content))) } };
}

/** The same id but for its last characters. */
const another = (id: string): string => `${id.slice(0, -3)}777`;

const renamed = (item: Item, from: string): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value.S === undefined ? value : { S: value.S.replaceAll(from, another(from)) },
    ]),
  );

/** Rows of kinds that this release does not have, in the partitions that it reads, and in one of their own. */
export function laterKinds({ items, handles }: Fixture): Item[] {
  const { accountId, organizationId } = handles.people.ada;
  const keys: [pk: string, sk: string][] = [
    [`ORG#${organizationId}`, "LATER#1"],
    [`ORG#${organizationId}`, "ALERT#LATER#1"],
    [`ORG#${organizationId}`, "LATERCLOUD#1"],
    [`ACCOUNT#${accountId}`, "LATER#1"],
    ["PLATFORM", "LATER"],
    ["LATER#1", "LATER"],
  ];
  const state = rowOf(items, `ORG#${organizationId}`, "ALERT#STATE#");
  return [
    ...keys.map(([pk, sk]) => ({ pk: { S: pk }, sk: { S: sk }, gsi1pk: { S: "LATERS" }, gsi1sk: { S: sk } })),
    { ...state, sk: { S: `ALERT#STATE#${laterWord}` }, rule: { S: laterWord } },
  ].map(withLater);
}

/** The first row of a partition whose sort key begins so. */
function rowOf(items: readonly Item[], pk: string, prefix: string): Item {
  const found = items.find((item) => textOf(item, "pk") === pk && textOf(item, "sk").startsWith(prefix));
  if (!found) throw new Error(`there is no row ${pk} ${prefix}`);
  return found;
}

/** Rows of Ada's that hold words of a later release, by what they are. */
export function laterWords({ items, handles }: Fixture): Record<string, Item[]> {
  const { accountId, organizationId } = handles.people.ada;
  const pk = `ORG#${organizationId}`;
  const own = (prefix: string) => rowOf(items, pk, prefix);
  const copy = (prefix: string, change: Item = {}, partition = pk) => {
    const item = rowOf(items, partition, prefix);
    const id = textOf(item, "sk").split("#").at(-1) ?? "";
    return { ...renamed(item, id), ...change };
  };
  const word = { S: laterWord };
  const { endedAt: _, ...silence } = copy("ALERT#SILENCE#");
  const incident = (prefix: string) =>
    repacked(copy(prefix), "p", (record) => ({
      ...record,
      id: another(String(record["id"])),
      key: laterWord,
      rule: laterWord,
      cause: { kind: laterWord, id: null, name: "Later" },
      members: [{ rule: laterWord, id: handles.ids.orders, name: "orders", value: null }],
    }));
  return {
    "open incident": [incident("ALERT#OPEN#")],
    "past incident": [incident("INCIDENT#")],
    silence: [{ ...silence, kind: word, what: word, until: { N: String(handles.now * 2) } }],
    channel: [copy("CHANNEL#", { kind: word, name: { S: "Later" } })],
    view: [copy("VIEW#", { list: word, name: { S: "Later" } })],
    invitation: [copy("INVITE#", { status: word })],
    change: [copy("CHANGE#", { do: word })],
    notification: [copy("NOTE#", { type: word }, `ACCOUNT#${accountId}`)],
    deployment: deployment(own(`DEP#${handles.ids.orders}`), own(`DETAIL#${handles.ids.orders}`)),
  };
}

/** A deployment of a kind, a status and a source that this release does not have. */
function deployment(summary: Item, detail: Item): Item[] {
  const id = textOf(summary, "sk").slice("DEP#".length);
  const item = {
    ...(JSON.parse(textOf(summary, "item").replaceAll(id, another(id))) as Content),
    name: "Later",
    type: "LATER",
    status: laterWord,
    source: "later",
  };
  const row = { ...renamed(summary, id), item: { S: JSON.stringify(item) }, owner: { S: "ltr_1#-" } };
  return [row, renamed(detail, id)];
}
