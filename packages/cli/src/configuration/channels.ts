import type { AddedChannelEntry, ChannelEntry } from "@shardwatch/core/contract/configuration/objects";
import { type Channel, channelInput } from "@shardwatch/core/contract/channel/channel";
import { shownAddress } from "@shardwatch/core/contract/channel/webhook-address";
import { addedChannelKinds, givenChannelKinds } from "@shardwatch/core/contract/channel/words";
import { comparable } from "@shardwatch/core/kit/same-name";
import type { Api } from "../api/api.ts";
import { exit, Failure } from "../exit.ts";
import { type Around, secretOf } from "./around.ts";
import { createOnce } from "./create-once.ts";
import { changed, emptyPlan, matchOf, ofServersFile, type Plan, type Step } from "./plan.ts";

type Managed = NonNullable<Channel["managed"]>;
/** A channel with what only those see who manage it. */
interface Stored extends Channel {
  managed: Managed;
}

async function read(api: Api): Promise<Stored[]> {
  const { channels } = await api.get("/channels", {});
  return channels.map(({ managed, ...rest }) => {
    if (!managed)
      throw new Failure(exit.refused, "Only admins of the organization see how its channels are set.");
    return { ...rest, managed };
  });
}

const titleOf = ({ name }: Pick<Channel, "name">): string => `channel “${name}”`;

const isAdded = (kind: string): boolean => addedChannelKinds.some((one) => one === kind);

/** Those that people add go by their names, and the others by their kind, because there is one of each. */
const isMeantBy =
  (entry: ChannelEntry) =>
  ({ kind, name }: Channel): boolean =>
    "name" in entry ? isAdded(kind) && comparable(name) === comparable(entry.name) : kind === entry.kind;

/** How the channels of the file come to be. */
export async function planChannels(
  api: Api,
  entries: readonly ChannelEntry[],
  around: Around,
): Promise<Plan> {
  const stored = await read(api);
  const plan = emptyPlan();
  const kept = new Set<Stored>();
  for (const [index, entry] of entries.entries()) {
    const place = `channels[${index}]`;
    const match = matchOf(stored, isMeantBy(entry), place);
    if ("fault" in match) plan.refusals.push(match.fault);
    else if (match.found) {
      kept.add(match.found);
      planChange(plan, match.found, entry, around, place);
    } else planCreation(plan, entry, around, place);
  }
  if (around.prunes)
    for (const one of stored)
      if (isAdded(one.kind) && one.managedBy === undefined && !kept.has(one)) plan.steps.push(deletion(one));
  return plan;
}

const addressOf = (entry: AddedChannelEntry, around: Around, place: string) =>
  secretOf(entry, "url", around, {
    place,
    isRight: (url) => shownAddress(url) !== undefined,
    must: "an address like https://hooks.example.com/shardwatch",
  });

const signingSecretOf = (entry: AddedChannelEntry, around: Around, place: string) =>
  secretOf(entry, "secret", around, {
    place,
    isRight: (secret) => channelInput.shape.secret.safeParse(secret).success,
    must: '"whsec_" and 32 bytes in base64',
  });

const deletion = (one: Stored): Step => ({
  sign: "-",
  title: titleOf(one),
  lines: [],
  do: async (api) => {
    await api.delete("/channels/:id", { param: { id: one.id }, header: revisionOf(one) });
  },
});

const revisionOf = ({ managed: { revision } }: Stored) => ({ "if-match": `"${revision}"` });

function planCreation(plan: Plan, entry: ChannelEntry, around: Around, place: string): void {
  if (!("name" in entry)) {
    plan.refusals.push(`${place}: the server has no such channel`);
    return;
  }
  const [url, secret] = [addressOf(entry, around, place), signingSecretOf(entry, around, place)];
  for (const one of [url, secret]) if (one && "fault" in one) plan.faults.push(one.fault);
  if (!url || "fault" in url || (secret && "fault" in secret)) return;
  const { kind, name, minimum, on = true } = entry;
  const body = { kind, name, url: url.content, minimum, ...(secret && { secret: secret.content }) };
  if (!secret)
    plan.notes.push(
      `${place}: the server makes a secret that nobody sees; name one by secretEnv, or rotate it in the web application`,
    );
  plan.steps.push({
    sign: "+",
    title: titleOf(entry),
    lines: [`to ${shownAddress(url.content) ?? "its address"}, from ${minimum}${on ? "" : ", off"}`],
    do: async (api) => {
      const made = await createOnce(
        body,
        async (clientToken) => (await api.post("/channels", { json: { ...body, clientToken } })).channel,
        isMeantBy(entry),
      );
      const { managed } = made;
      if (!on && managed?.on === true) await put(api, { ...made, managed }, { name, minimum, on: false });
    },
  });
}

async function put(
  api: Api,
  one: Stored,
  json: { name: string; minimum: Managed["minimum"]; on: boolean; url?: string; secret?: string },
): Promise<void> {
  await api.put("/channels/:id", { param: { id: one.id }, header: revisionOf(one), json });
}

function planChange(plan: Plan, one: Stored, entry: ChannelEntry, around: Around, place: string): void {
  if (entry.kind !== one.kind) {
    plan.refusals.push(`${place}.kind: the server has a channel of this name and of another kind`);
    return;
  }
  const { managed } = one;
  const { minimum, on = managed.on } = entry;
  const name = "name" in entry ? entry.name : one.name;
  const sealed = "name" in entry ? sealedChange(plan, one, entry, around, place) : { lines: [] };
  const lines = [
    ...changed("name", one.name, name),
    ...changed("minimum", managed.minimum, minimum),
    ...changed("on", managed.on, on),
    ...sealed.lines,
  ];
  if (lines.length === 0) return;
  if (one.managedBy !== undefined) {
    plan.refusals.push(`${place}: ${ofServersFile}`);
    return;
  }
  const { lines: _, ...secrets } = sealed;
  plan.steps.push({
    sign: "~",
    title: titleOf(one),
    lines,
    do: async (api) => await put(api, one, { name, minimum, on, ...secrets }),
  });
}

/**
 * What changes about an address and a secret, which the server never shows. Of an address it shows host and last
 * characters, and a change there is seen where the variable is set. With `--secrets`, both are sent.
 */
function sealedChange(
  plan: Plan,
  { managed: { target } }: Stored,
  entry: AddedChannelEntry,
  around: Around,
  place: string,
): { lines: string[]; url?: string; secret?: string } {
  const url = addressOf(entry, around, place);
  const secret = around.sendsSecrets ? signingSecretOf(entry, around, place) : undefined;
  for (const one of [url, secret])
    if (one && "fault" in one && (around.sendsSecrets || !one.isMissing)) plan.faults.push(one.fault);
  if (!url || "fault" in url) {
    if (url?.isMissing)
      plan.notes.push(`${place}: the address is not compared, because its variable or file is not here`);
    return { lines: [] };
  }
  const isOther = shownAddress(url.content) !== target;
  const toOther = isOther
    ? `url: ${target} → ${shownAddress(url.content) ?? "its address"}`
    : "url: sent anew";
  return {
    lines: [
      ...(isOther || around.sendsSecrets ? [toOther] : []),
      ...(secret && "content" in secret ? ["secret: sent anew; the former one signs too for a day"] : []),
    ],
    ...((isOther || around.sendsSecrets) && { url: url.content }),
    ...(secret && "content" in secret && { secret: secret.content }),
  };
}

/** The channels as a file has them, with a variable for each address and each secret. */
export async function writeChannels(api: Api): Promise<object[]> {
  const names = new Set<string>();
  return (await read(api)).flatMap(({ kind, name, managed, managedBy }): object[] => {
    const isGiven = givenChannelKinds.some((one) => one === kind);
    if (managedBy !== undefined || !(isGiven || isAdded(kind))) return [];
    // What was switched off by itself is not switched on or off by a file.
    const { minimum, off } = managed;
    const state = { minimum, ...(off === "person" && { on: false }) };
    if (isGiven) return [{ kind, ...state }];
    const variable = variableFor(name, names);
    return [{ kind, name, urlEnv: `${variable}_URL`, secretEnv: `${variable}_SECRET`, ...state }];
  });
}

/** A name for variables that no other channel has. */
function variableFor(name: string, names: Set<string>): string {
  const word = name
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
  const begin = `CHANNEL_${word || "X"}`;
  let [variable, count] = [begin, 1];
  while (names.has(variable)) variable = `${begin}_${(count += 1)}`;
  names.add(variable);
  return variable;
}
