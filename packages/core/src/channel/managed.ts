import type { FileContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { auditRow } from "../audit/audit.ts";
import type { EnteredAddress } from "../contract/channel/kinds/kind.ts";
import { addedKinds } from "../contract/channel/kinds/kinds.ts";
import type { AddedChannelKind, GivenChannelKind } from "../contract/channel/words.ts";
import { isAddedChannel } from "../contract/channel/words.ts";
import type { IncidentSeverity } from "../contract/incident/words.ts";
import { type Done, keeperOf } from "../access/file-entry.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { comparable } from "../kit/same-name.ts";
import type { Secret } from "../kit/secret.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { change, create, nameTaken, remove } from "./channel.ts";
import { allOf, type Channel } from "./channels.ts";
import { findOwn } from "./find-own.ts";
import { kindOf } from "./kinds/kinds.ts";
import { changeChannel } from "./rows/channel.table.ts";

interface Common {
  minimum: IncidentSeverity;
  on: boolean;
}

/** A channel as the configuration file has it: one that is added, or one that every organization has. */
export type ManagedChannel =
  | (Common & { kind: GivenChannelKind })
  | (Common & {
      kind: AddedChannelKind;
      name: string;
      /** What opens its receiver. */
      credential: Secret;
      place: string | undefined;
      secret: Secret | undefined;
    });

const isMeant = (entry: ManagedChannel, one: Channel): boolean =>
  "name" in entry
    ? one.managedBy !== undefined && comparable(one.name) === comparable(entry.name)
    : one.kind === entry.kind;

type Sealed = Extract<ManagedChannel, { name: string }>;

const placeOf = ({ kind, place }: Sealed) => place ?? addedKinds[kind].place?.standard;

/** What opens its receiver, in the settings of its kind. */
function addressOf(entry: Sealed): EnteredAddress {
  const { credential, place } = addedKinds[entry.kind];
  return {
    [credential]: entry.credential.reveal(),
    ...(place && { [place.name]: placeOf(entry) }),
  };
}

async function keep(ctx: FileContext, entry: ManagedChannel, one: Channel | undefined): Promise<Done> {
  const { kind, minimum, on } = entry;
  const sealed = "name" in entry ? entry : undefined;
  if (!one) {
    if (!sealed) return undefined;
    const { name, secret } = sealed;
    const { channel } = await create(ctx, {
      kind: sealed.kind,
      name,
      minimum,
      ...addressOf(sealed),
      ...(secret && { secret: secret.reveal() }),
    });
    if (!on) await change(ctx, channel.id, { name, minimum, on }, undefined);
    return "created";
  }
  if (sealed && one.kind !== kind) return await makeAnew(ctx, sealed, one);
  const { name = one.name } = sealed ?? {};
  const [isNewCredential, isNewSecret] = await Promise.all([
    sealed !== undefined && isOther(ctx, one.id, one.sealedUrl, sealed.credential),
    sealed?.secret !== undefined && isOther(ctx, one.id, one.sealedSecret, sealed.secret),
  ]);
  const isSameAddress =
    !isNewCredential && (sealed === undefined || placeOf(sealed) === (one.place ?? undefined));
  const isSame = one.name === name && one.minimum === minimum && on === !one.off;
  if (isSame && isSameAddress && !isNewSecret && one.managedBy !== undefined) return undefined;
  const input = {
    name,
    minimum,
    on,
    ...(!isSameAddress && sealed && addressOf(sealed)),
    ...(isNewSecret && sealed?.secret && { secret: sealed.secret.reveal() }),
  };
  await change(ctx, one.id, input, undefined);
  return "changed";
}

/** A channel keeps its kind, so one that is of another kind in the file now goes. It stays where the new one can't be made. */
async function makeAnew(ctx: FileContext, entry: Sealed, { id }: Channel): Promise<Done> {
  kindOf(entry.kind).address(ctx, addressOf(entry), true);
  await remove(ctx, id, undefined);
  await keep(ctx, entry, undefined);
  return "changed";
}

/** Whether another text is sealed. One that can't be opened any more is replaced. */
async function isOther(
  { vault }: FileContext,
  id: string,
  sealed: string | undefined,
  wanted: Secret,
): Promise<boolean> {
  const stored = sealed === undefined ? undefined : await vault.open(sealed, id).catch(() => undefined);
  return !stored || !sameDigest(digest(stored.reveal()), digest(wanted.reveal()));
}

/** Gives a channel that every organization has back to people, as it is. */
async function release(ctx: FileContext, { id, name }: Channel): Promise<void> {
  const organization = ownOrganization(ctx.actor);
  await retryOnConflict(async () => {
    const before = await findOwn(ctx, organization, id);
    await transactAsCaller(ctx, organization, undefined, [
      changeChannel(organization, before, { managedBy: null, at: ctx.clock.now() }),
      auditRow(ctx, organization, {
        action: "channel.changed",
        id,
        name,
        fields: { managedBy: ["file", null] },
      }),
    ]);
  });
}

/**
 * Makes the channels of the file as it has them, by their names. Channels that people added stay as they are. Safe to
 * repeat.
 */
export const keepManagedChannels = keeperOf<ManagedChannel, Channel>({
  read: async (ctx) => await allOf(ctx, ownOrganization(ctx.actor)),
  isMeant,
  keep,
  remove: async (ctx, one) => {
    await (isAddedChannel(one.kind) ? remove(ctx, one.id, undefined) : release(ctx, one));
  },
  taken: nameTaken,
});
