import {
  type AddedChannelEntry,
  type ChannelEntry,
  placeOfEntry,
} from "@shardwatch/core/contract/configuration/channel-entry";
import { type Channel, channelInput } from "@shardwatch/core/contract/channel/channel";
import type { EnteredAddress } from "@shardwatch/core/contract/channel/kinds/kind";
import { addedKinds } from "@shardwatch/core/contract/channel/kinds/kinds";
import { isAddedChannel } from "@shardwatch/core/contract/channel/words";
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

export async function readStored(api: Api): Promise<Stored[]> {
  const { channels } = await api.get("/channels", {});
  return channels.map(({ managed, ...rest }) => {
    if (!managed)
      throw new Failure(exit.refused, "Only admins of the organization see how its channels are set.");
    return { ...rest, managed };
  });
}

const titleOf = ({ name }: Pick<Channel, "name">): string => `channel “${name}”`;

/** Those that people add go by their names, and the others by their kind, because there is one of each. */
const isMeantBy =
  (entry: ChannelEntry) =>
  ({ kind, name }: Channel): boolean =>
    "name" in entry
      ? isAddedChannel(kind) && comparable(name) === comparable(entry.name)
      : kind === entry.kind;

/** How the channels of the file come to be. */
export async function planChannels(
  api: Api,
  entries: readonly ChannelEntry[],
  around: Around,
): Promise<Plan> {
  const stored = await readStored(api);
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
      if (isAddedChannel(one.kind) && one.managedBy === undefined && !kept.has(one))
        plan.steps.push(deletion(one));
  return plan;
}

function credentialOf(entry: AddedChannelEntry, around: Around, place: string) {
  const { credential, shown, must } = addedKinds[entry.kind];
  return secretOf(entry, credential, around, { place, isRight: (text) => shown(text) !== undefined, must });
}

/** Host and last characters, as the server shows them. */
const shownOf = ({ kind }: AddedChannelEntry, content: string): string =>
  addedKinds[kind].shown(content) ?? "its address";

/** A place as a setting of its kind. */
function placeSetting(entry: AddedChannelEntry): EnteredAddress {
  const { place } = addedKinds[entry.kind];
  return place ? { [place.name]: placeOfEntry(entry) } : {};
}

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
  const [credential, secret] = [credentialOf(entry, around, place), signingSecretOf(entry, around, place)];
  for (const one of [credential, secret]) if (one && "fault" in one) plan.faults.push(one.fault);
  if (!credential || "fault" in credential || (secret && "fault" in secret)) return;
  const { kind, name, minimum, on = true } = entry;
  const body = {
    kind,
    name,
    [addedKinds[kind].credential]: credential.content,
    ...placeSetting(entry),
    minimum,
    ...(secret && { secret: secret.content }),
  };
  if (!secret && addedKinds[kind].isSigned)
    plan.notes.push(
      `${place}: the server makes a secret that nobody sees; name one by secretEnv, or rotate it in the web application`,
    );
  plan.steps.push({
    sign: "+",
    title: titleOf(entry),
    lines: [`to ${shownOf(entry, credential.content)}, from ${minimum}${on ? "" : ", off"}`],
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
  json: { name: string; minimum: Managed["minimum"]; on: boolean; secret?: string } & EnteredAddress,
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
  { managed }: Stored,
  entry: AddedChannelEntry,
  around: Around,
  place: string,
): { lines: string[]; secret?: string } & EnteredAddress {
  const { credential: setting, place: within } = addedKinds[entry.kind];
  const credential = credentialOf(entry, around, place);
  const secret = around.sendsSecrets ? signingSecretOf(entry, around, place) : undefined;
  for (const one of [credential, secret])
    if (one && "fault" in one && (around.sendsSecrets || !one.isMissing)) plan.faults.push(one.fault);
  const wantedPlace = placeOfEntry(entry) ?? null;
  const isMoved = within !== undefined && managed.place !== wantedPlace;
  const moved = isMoved
    ? { lines: changed(within.name, managed.place, wantedPlace), ...placeSetting(entry) }
    : { lines: [] };
  if (!credential || "fault" in credential) {
    if (credential?.isMissing)
      plan.notes.push(
        `${place}: the ${nounOf[setting]} is not compared, because its variable or file is not here`,
      );
    return moved;
  }
  const shown = shownOf(entry, credential.content);
  const isOther = shown !== managed.target;
  const toOther = isOther ? `${setting}: ${managed.target} → ${shown}` : `${setting}: sent anew`;
  return {
    ...moved,
    lines: [
      ...moved.lines,
      ...(isOther || around.sendsSecrets ? [toOther] : []),
      ...(secret && "content" in secret ? ["secret: sent anew; the former one signs too for a day"] : []),
    ],
    ...((isOther || around.sendsSecrets) && { [setting]: credential.content }),
    ...(secret && "content" in secret && { secret: secret.content }),
  };
}

const nounOf = { url: "address", token: "token", routingKey: "key" } as const;
