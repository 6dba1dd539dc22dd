import { digest } from "../kit/hash.ts";
import { Secret } from "../kit/secret.ts";
import { day, hour } from "../kit/time.ts";
import type { Clock } from "../ports/clock.ts";
import type { OpenIdGrant } from "../ports/openid.ts";
import type { Random } from "../ports/random.ts";
import { tryWrite } from "../table/errors.ts";
import type { Table } from "../table/table.ts";
import { type Kept, openKept, sealKept } from "./kept.ts";
import type { ClaimRules } from "./person.ts";
import {
  providerSessionKey,
  beginAsking,
  endAsking,
  mayAsk,
  ofGeneration,
  providerSessionKind,
  providerSessionRow,
  type ProviderSessionRow,
} from "./provider-session.table.ts";

/** How long one sign-in lasts at most, in milliseconds. */
export const providerSessionLifetime = 7 * day;

/** How long it lasts where the provider gave neither a refresh token nor a time, in milliseconds. */
const briefLifetime = hour;

/** DynamoDB takes rows of 400 KB. Groups come in the ID token and from the userinfo endpoint, and both are kept. */
const longestSealed = 390_000;

/** What the rows need of the services. */
export interface Foundation {
  table: Table;
  clock: Clock;
  random: Random;
}

/** A stored session, with what its cookie opens. */
export interface Opened {
  row: ProviderSessionRow;
  kept: Kept;
}

/** The stored sessions of an OpenID provider. A cookie is 43 characters, and only its hash finds the row. */
export function providerSessions({ table, clock, random }: Foundation, rules: ClaimRules) {
  const keyOf = (session: Secret) => providerSessionKey(digest(session.reveal()));

  /** Stores a new session and returns its cookie. Undefined for a grant that no row can hold. */
  async function create(grant: OpenIdGrant): Promise<Secret | undefined> {
    const session = new Secret(Buffer.from(random.bytes(32)).toString("base64url"));
    const now = clock.now();
    // Without a refresh token nobody can ask whether the person may still come in.
    const lifetime = grant.refreshToken ? providerSessionLifetime : (grant.validFor ?? briefLifetime);
    const expiresAt = now + Math.min(lifetime, providerSessionLifetime);
    const sealed = sealKept(grant, rules, session);
    if (sealed.length > longestSealed) return undefined;
    await table.put(providerSessionRow(digest(session.reveal()), { sealed, askedAt: now, expiresAt }));
    return session;
  }

  /** Undefined for a session that does not exist or has ended. */
  async function open(session: Secret): Promise<Opened | undefined> {
    if (!/^[\w-]{43}$/.test(session.reveal())) return undefined;
    const found = await table.get(keyOf(session));
    const row = found && providerSessionKind.read(found);
    // The expiry is checked here: DynamoDB removes expired rows only within days.
    return row && row.expiresAt > clock.now() ? { row, kept: openKept(row.sealed, session) } : undefined;
  }

  /** Whether the caller is the one who asks the provider now. */
  async function takeLease(session: Secret, row: ProviderSessionRow, lease: number): Promise<boolean> {
    const now = clock.now();
    return await tryWrite(table.update(keyOf(session), beginAsking(now + lease), mayAsk(row, now)));
  }

  /** Ends the turn, and stores what the provider said. "gone": the session was ended in between. */
  async function endLease(
    session: Secret,
    kept?: Kept,
    askedAt?: number,
  ): Promise<"stored" | "gone" | "tooLong"> {
    const sealed = kept && sealKept(kept, rules, session);
    if (sealed !== undefined && sealed.length > longestSealed) return "tooLong";
    const answer = { ...(sealed !== undefined && { sealed }), ...(askedAt && { askedAt }) };
    const write = table.update(keyOf(session), endAsking(answer), [{ exists: true }]);
    return (await tryWrite(write)) ? "stored" : "gone";
  }

  /** Costs nothing for the accounts that have never ended all their sessions. */
  async function remember(session: Secret, generation: number): Promise<void> {
    if (generation === 0) return;
    await table.update(keyOf(session), ofGeneration(generation), [{ exists: true }]);
  }

  /** Harmless for a session that does not exist. */
  async function remove(session: Secret): Promise<void> {
    await table.remove(keyOf(session));
  }

  return { create, open, takeLease, endLease, remember, remove };
}
