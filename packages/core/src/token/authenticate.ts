import type { TokenActor } from "../access/actor.ts";
import type { Origin, Services } from "../access/context.ts";
import { organizationOfToken } from "../access/scope.ts";
import { countBelow } from "../attempts/attempts.ts";
import { auditRow } from "../audit/audit.ts";
import { recordRefusal } from "../audit/bounded.ts";
import { clientName } from "../kit/client-name.ts";
import { tokenIdIn } from "../kit/composite-key.ts";
import { foreignText } from "../kit/foreign-text.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { readNetworks } from "../kit/ip-networks.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { day, hour } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import { unlessBusy } from "../table/unless-busy.ts";
import { expiredToken, findToken, refused } from "./find.ts";
import { storeUse, type TokenRow } from "./token.table.ts";

/** A token that was recognized, and how it came. */
export interface Recognized {
  row: TokenRow;
  actor: TokenActor;
  /** Which secret it has, counted by rotations. */
  secretNumber: number;
}

/**
 * Whose token this is. A mistyped one costs no read. A mistyped, an unknown and a revoked one get the same answer. Only
 * who has the secret learns that the token has expired. Throws unauthenticated.
 */
export async function recognize(services: Services, token: Secret): Promise<Recognized> {
  const text = token.reveal();
  const id = tokenIdIn(text);
  const row = id === undefined ? undefined : await findToken(services, id);
  const now = services.clock.now();
  const secretNumber = row && matched(row, digest(text), now);
  if (!row || secretNumber === undefined) throw refused();
  const { organizationId, name, scopes, expiresAt, rotations } = row;
  if (expiresAt <= now) throw expiredToken(expiresAt);
  const isFormer = secretNumber < rotations;
  return {
    row,
    actor: { kind: "token", tokenId: row.id, organizationId, name, scopes, isFormer },
    secretNumber,
  };
}

/**
 * Refuses a token where it may not be used. The refusal is in the audit: somebody has the secret. Throws forbidden.
 */
export async function checkNetwork(
  services: Services,
  { row, actor }: Recognized,
  { origin, requestId }: { origin: Origin; requestId: string },
): Promise<void> {
  if (!isOutside({ row }, origin)) return;
  const problem = new Problem("forbidden", "This token may not be used from this address.", {
    code: "TOKEN_NETWORK",
  });
  const { code: refusal, message: reason } = problem;
  const attempt = { action: "token.usedFromNewNetwork", id: row.id, name: row.name } as const;
  const ctx = { ...services, actor, origin, requestId };
  await unlessBusy(() => recordRefusal(ctx, { ...attempt, refused: refusal, reason }), undefined);
  throw problem;
}

/** Whether a token comes from where it may not be used. */
export const isOutside = ({ row }: Pick<Recognized, "row">, { address }: Origin): boolean =>
  !isAllowedFrom(row.networks, address);

function isAllowedFrom(networks: readonly string[], address: string | undefined): boolean {
  if (networks.length === 0) return true;
  const read = readNetworks(networks);
  return address !== undefined && "includes" in read && read.includes(address);
}

/** The number of the secret that has this digest, counted by rotations; undefined for none that works. */
function matched(
  { secretHash, formerHash, formerUntil = 0, rotations }: TokenRow,
  found: string,
  now: number,
): number | undefined {
  if (sameDigest(secretHash, found)) return rotations;
  const isFormer = formerHash !== undefined && now < formerUntil && sameDigest(formerHash, found);
  return isFormer ? rotations - 1 : undefined;
}

/** How many networks a token remembers. Another one counts as new. */
const mostSeen = 30;

/** How many new networks of a token are stored within a day, beside one use each hour. */
export const mostNewNetworks = 20;

/**
 * Stores when a token was used and from where, once an hour. A new network is stored at once, and so is the former secret
 * after the new one. The first use and a new network are events of the audit. Of requests that run at once, one stores it. A
 * storage that is busy fails no request.
 */
export async function noteUse(services: Services, recognized: Recognized, origin: Origin): Promise<void> {
  await unlessBusy(() => note(services, recognized, origin), undefined);
}

async function note(
  services: Services,
  { row, actor, secretNumber }: Recognized,
  { address, client }: Origin,
): Promise<void> {
  const now = services.clock.now();
  const { id, name, usedAt, usedSecret = secretNumber, seen } = row;
  const network = address === undefined ? undefined : networkOf(address);
  const isFirst = usedAt === undefined;
  const isDue = isFirst || Math.floor(usedAt / hour) !== Math.floor(now / hour) || secretNumber < usedSecret;
  const isOther = network !== undefined && !seen.includes(network);
  const isNew = isOther && !isFirst && (await isWithinDay(services, id));
  if (!isDue && !isNew) return;
  const others = seen.filter((one) => one !== network);
  const use = storeUse(row, {
    usedAt: now,
    usedSecret: secretNumber,
    usedFrom: network,
    usedBy: client === undefined ? undefined : foreignText(clientName(client), longestClient),
    seen: network === undefined ? seen : [...others, network].slice(-mostSeen),
  });
  const action = isFirst ? "token.firstUsed" : isNew ? "token.usedFromNewNetwork" : undefined;
  const origin = { address, client };
  const event =
    action && auditRow({ ...services, actor, origin }, organizationOfToken(actor), { action, id, name });
  await tryWrite(services.table.transact([use, ...(event ? [event] : [])]));
}

const longestClient = 100;

/** The tokens that have had their new networks of the day. An instance asks no more for them. */
let restless = new Set<string>();
let restlessOn = 0;

/** Counts a new network of a token. False when there were enough within the day. */
async function isWithinDay(services: Services, id: string): Promise<boolean> {
  const today = Math.floor(services.clock.now() / day);
  if (today !== restlessOn) [restless, restlessOn] = [new Set(), today];
  if (restless.has(id)) return false;
  const counter = { what: "new networks of a token", name: id, window: day };
  if (await countBelow(services, counter, mostNewNetworks)) return true;
  restless.add(id);
  return false;
}
