import type { FileContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import type { Attempt, Done } from "../access/file-entry.ts";
import { livingRows } from "../integration/rows.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { change, create } from "./connect.ts";
import { unseal } from "./credentials.ts";
import { redisCloud } from "./kind.ts";
import { remove } from "./redis-cloud.ts";
import type { RedisCloudRow } from "./redis-cloud.table.ts";
import type { CloudCredentials } from "../ports/redis-cloud.ts";

/** A Redis Cloud account as the configuration file has it. */
export interface ManagedCloud extends CloudCredentials {
  name: string;
}

/** A stored account of the file, with its keys; without them when they can't be opened any more. */
interface Stored {
  row: RedisCloudRow;
  credentials: CloudCredentials | undefined;
}

/**
 * Makes the accounts of the file as it has them. An account keeps its history when its name changes or its keys do,
 * but not both at once. Accounts that people connected stay as they are. Safe to repeat.
 */
export async function keepManagedClouds(
  ctx: FileContext,
  wanted: readonly ManagedCloud[],
  attempt: Attempt,
): Promise<void> {
  const stored = await managedClouds(ctx);
  const pairs = matched(wanted, stored);
  const kept = new Set(pairs.map((one) => one?.row.id));
  // First, as an entry with another name and other keys may be the same account.
  for (const { row } of stored.filter(({ row: { id } }) => !kept.has(id)))
    await attempt(undefined, async () => {
      await remove(ctx, row.id);
      return "removed";
    });
  for (const [index, entry] of wanted.entries())
    await attempt(index, async () => await keep(ctx, entry, pairs[index]));
}

async function managedClouds(ctx: FileContext): Promise<Stored[]> {
  const rows = await livingRows(ctx, redisCloud, ownOrganization(ctx.actor));
  const own = rows.filter(({ managedBy }) => managedBy !== undefined);
  return await Promise.all(
    own.map(async (row) => {
      // New keys in the file replace keys that were sealed with a lost one.
      const credentials = await unseal(ctx, row.id, row.sealed).catch(() => undefined);
      return { row, credentials };
    }),
  );
}

/** For each entry the stored account of its name or, if there is none, the one with its keys. */
function matched(wanted: readonly ManagedCloud[], stored: readonly Stored[]): (Stored | undefined)[] {
  const left = new Set(stored);
  const take = (holds: (one: Stored) => boolean) => {
    const found = [...left].find(holds);
    if (found) left.delete(found);
    return found;
  };
  const byName = wanted.map(({ name }) => take(({ row }) => row.name === name));
  return wanted.map((entry, index) => byName[index] ?? take((one) => hasKeys(one, entry)));
}

const hasKeys = ({ credentials }: Stored, { apiKey, apiSecret }: CloudCredentials): boolean =>
  credentials !== undefined && same(credentials.apiKey, apiKey) && same(credentials.apiSecret, apiSecret);

const same = (left: Secret, right: Secret): boolean =>
  sameDigest(digest(left.reveal()), digest(right.reveal()));

async function keep(ctx: FileContext, entry: ManagedCloud, one: Stored | undefined): Promise<Done> {
  const { name } = entry;
  const keys = { apiKey: entry.apiKey.reveal(), apiSecret: entry.apiSecret.reveal() };
  if (!one) return await createOnce(ctx, { name, ...keys });
  const isRenamed = one.row.name !== name;
  const isRenewed = !hasKeys(one, entry);
  if (!isRenamed && !isRenewed) return undefined;
  await change(ctx, one.row.id, { ...(isRenamed && { name }), ...(isRenewed && keys) });
  return "changed";
}

async function createOnce(ctx: FileContext, input: Parameters<typeof create>[1]): Promise<Done> {
  try {
    await create(ctx, input);
    return "created";
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "ALREADY_CONNECTED") throw error;
    // Another process may have been faster.
    if ((await managedClouds(ctx)).some(({ row }) => row.name === input.name)) return undefined;
    throw error;
  }
}
