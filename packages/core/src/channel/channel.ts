import { audit, callerOf } from "../access/audit.ts";
import type { ReaderContext, SourceContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { callerMay } from "../caller/may.ts";
import { type Claim, unclaimed } from "../caller/once.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { auditRow } from "../audit/audit.ts";
import type {
  ChannelChange,
  ChannelInput,
  ChannelList,
  Channel as Shown,
  CreatedChannel,
} from "../contract/channel/channel.ts";
import { newId } from "../kit/ids.ts";
import { withName, withoutName } from "../kit/same-name.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Expected } from "../table/revision.ts";
import type { Write } from "../table/table.ts";
import { channelNamesKey } from "./rows/channel.keys.ts";
import {
  changeChannel,
  channelNamesKind,
  type ChannelRow,
  type ChannelUpdate,
  deleteChannel,
  putChannel,
  putChannelNames,
} from "./rows/channel.table.ts";
import { allOf } from "./channels.ts";
import { kindOf } from "./kinds/kinds.ts";
import { toChannel } from "./rows/map.ts";
import { findChangeable, findOwn, requireOrganization } from "./find-own.ts";
import { healthy } from "./delivery/schedule.ts";
import { newSigningSecret } from "./sign.ts";
import { ownMail } from "./subscription.ts";
import { mostChannels } from "../contract/channel/words.ts";
import { Problem, wrongFields } from "../kit/problem.ts";
import { Secret } from "../kit/secret.ts";
import { day } from "../kit/time.ts";
import { rotated, rotationEvent } from "./rotation.ts";

export const nameTaken = "CHANNEL_NAME_TAKEN";

const limits = {
  most: mostChannels,
  taken: () =>
    new Problem("conflict", "A channel with this name already exists.", {
      code: nameTaken,
      details: ["name: must differ from the names of other channels"],
    }),
  full: () =>
    new Problem("conflict", `An organization can add ${mostChannels} channels. Delete one first.`, {
      code: "TOO_MANY_CHANNELS",
    }),
};

/** What the configuration file makes or changes is its own. */
const managedAs = ({ actor }: SourceContext) => (actor.kind === "file" ? { managedBy: "file" as const } : {});

const unsigned = () => wrongFields(["secret: must be left out, because nothing signs its messages"]);

/**
 * The channels of the caller's organization, and whether the caller gets its mail. Only managers see where the channels
 * lead to, and how they are.
 */
export async function list(ctx: ReaderContext): Promise<ChannelList> {
  const organization = ownOrganization(ctx.actor);
  const isManager = callerMay(ctx.actor, "manageOrganization");
  const now = ctx.clock.now();
  const [rows, mail] = await Promise.all([organization ? allOf(ctx, organization) : [], ownMail(ctx)]);
  return { channels: rows.map((row) => toChannel(row, isManager, now)), ownMail: mail };
}

/** A channel as its managers see it. Throws notFound. */
export const get = async (ctx: ReaderContext, id: string): Promise<Shown> =>
  toChannel(await findOwn(ctx, requireOrganization(ctx), id), true, ctx.clock.now());

/**
 * Adds a channel. Where a secret was made to sign its messages, the answer is the only one with it. Throws invalid for an address
 * that is not allowed, and conflict when the name is taken or there are too many channels.
 */
export async function create(
  ctx: SourceContext,
  { kind, name, minimum, secret: chosen, ...entered }: ChannelInput,
  claim: Claim = unclaimed,
): Promise<CreatedChannel> {
  const organization = requireOrganization(ctx);
  const { address, signs } = kindOf(kind);
  if (chosen !== undefined && !signs) throw unsigned();
  const { credential, place } = address(ctx, entered, true);
  const at = ctx.clock.now();
  const id = newId("channel", at, ctx.random.bytes(16));
  const made = signs && chosen === undefined ? newSigningSecret(ctx.random) : undefined;
  const secret = chosen === undefined ? made : new Secret(chosen);
  const [sealedUrl, sealedSecret] = await Promise.all([
    credential && ctx.vault.seal(credential.sealed, id),
    secret && ctx.vault.seal(secret, id),
  ]);
  const row: ChannelRow = {
    id,
    kind,
    name,
    target: credential?.shown ?? "",
    ...(sealedUrl !== undefined && { sealedUrl }),
    ...(place !== undefined && { place }),
    ...(sealedSecret !== undefined && { sealedSecret }),
    minimum,
    failures: 0,
    pausedUntil: 0,
    revision: 1,
    by: callerOf(ctx.actor),
    ...managedAs(ctx),
    at,
  };
  await retryOnConflict(async () => {
    const before = await namesOf(ctx, organization);
    await transactAsCaller(ctx, organization, "manageOrganization", [
      putChannelNames(organization, before, withName(before ?? [], name, limits)),
      putChannel(organization, row),
      ...claim(id),
      auditRow(ctx, organization, {
        action: "channel.created",
        id,
        name,
        fields: { target: [null, row.target], ...(place !== undefined && { place: [null, place] }) },
      }),
    ]);
  });
  audit(ctx, "channel.created", { channelId: id, organizationId: organization });
  return { channel: toChannel(row, true, at), ...(made && { secret: made.reveal() }) };
}

/**
 * Changes a channel. Throws notFound, and outdated when it has another revision than expected. Throws invalid for an
 * address that is not allowed, and conflict for a name that is taken.
 */
export async function change(
  ctx: SourceContext,
  id: string,
  { name, minimum, on, secret, ...given }: ChannelChange,
  expected: Expected,
): Promise<Shown> {
  const organization = requireOrganization(ctx);
  const { address, signs, checkChange } = kindOf(
    (await findChangeable(ctx, organization, id, expected)).kind,
  );
  if (secret !== undefined && !signs) throw unsigned();
  const { credential, place } = address(ctx, given, false);
  const [sealedUrl, sealedSecret] = await Promise.all([
    credential && ctx.vault.seal(credential.sealed, id),
    secret === undefined ? undefined : ctx.vault.seal(new Secret(secret), id),
  ]);
  await retryOnConflict(async () => {
    const before = await findChangeable(ctx, organization, id, expected);
    checkChange?.(before, { name });
    const wasOn = before.off === undefined;
    const at = ctx.clock.now();
    const rotation = sealedSecret === undefined ? undefined : rotated(before, sealedSecret, at + day);
    const event = auditRow(ctx, organization, {
      action: "channel.changed",
      id,
      name,
      fields: {
        name: [before.name, name],
        minimum: [before.minimum, minimum],
        on: [wasOn, on],
        ...(credential && { target: [before.target, credential.shown] }),
        ...(place !== undefined && { place: [before.place ?? null, place] }),
      },
    });
    const update: ChannelUpdate = {
      name,
      minimum,
      off: on ? null : (before.off ?? "person"),
      ...(credential && sealedUrl !== undefined && { target: credential.shown, sealedUrl }),
      ...(place !== undefined && { place }),
      ...rotation,
      ...(on && (!wasOn || credential || place !== undefined) && { health: healthy }),
      by: callerOf(ctx.actor),
      ...managedAs(ctx),
      at,
    };
    await transactAsCaller(ctx, organization, "manageOrganization", [
      ...(name === before.name ? [] : [await rename(ctx, organization, before.name, name)]),
      changeChannel(organization, before, update),
      event,
      ...(rotation ? [rotationEvent(ctx, organization, { id, name }, rotation)] : []),
    ]);
  });
  audit(ctx, "channel.changed", { channelId: id, organizationId: organization });
  return toChannel(await findOwn(ctx, organization, id), true, ctx.clock.now());
}

/**
 * Deletes a channel. What is queued for it is not sent. Throws notFound, conflict for a channel that stays, and outdated
 * when it has another revision than expected.
 */
export async function remove(ctx: SourceContext, id: string, expected: Expected): Promise<void> {
  const organization = requireOrganization(ctx);
  await retryOnConflict(async () => {
    const before = await findChangeable(ctx, organization, id, expected);
    kindOf(before.kind).checkDeletion?.();
    const names = await namesOf(ctx, organization);
    await transactAsCaller(ctx, organization, "manageOrganization", [
      putChannelNames(organization, names, withoutName(names ?? [], before.name)),
      deleteChannel(organization, before),
      auditRow(ctx, organization, { action: "channel.deleted", id, name: before.name }),
    ]);
  });
  audit(ctx, "channel.deleted", { channelId: id, organizationId: organization });
}

async function namesOf(ctx: SourceContext, organization: OrganizationId): Promise<string[] | undefined> {
  const row = await ctx.table.get(channelNamesKey(organization));
  return row && channelNamesKind.read(row).names;
}

async function rename(
  ctx: SourceContext,
  organization: OrganizationId,
  before: string,
  name: string,
): Promise<Write> {
  const names = await namesOf(ctx, organization);
  return putChannelNames(organization, names, withName(withoutName(names ?? [], before), name, limits));
}
