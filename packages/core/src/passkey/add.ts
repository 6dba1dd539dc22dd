import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { requireAccount } from "../account/account.ts";
import { auditRow } from "../audit/audit.ts";
import { longestPasskeyName, mostPasskeys, passkeyAlgorithms } from "../contract/people/passkey-limits.ts";
import type { NewPasskey, NewPasskeyQuestion, Passkey } from "../contract/people/passkey.ts";
import { clientName } from "../kit/client-name.ts";
import { foreignName } from "../kit/foreign-text.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import type { Browser } from "../session/browser.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { attemptLifetime, beganAt, beginAttempt, challengeOf } from "./attempt.ts";
import { requireFresh } from "../own-sign-in/fresh.ts";
import { passkeyIdOf, storedPasskeys, toPasskey } from "./passkey.ts";
import {
  holderKey,
  listedIn,
  passkeyListKey,
  type PasskeyRow,
  putList,
  putPasskey,
} from "./passkey.table.ts";
import { requirePlace, worksHere } from "./place.ts";

const purposeFor = (accountId: string) => `a passkey of ${accountId}`;

/** The bytes by which authenticators know whose a passkey is, as base64url. They have no name or email. */
export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString("base64url");

const full = () =>
  new Problem("conflict", `You can have ${mostPasskeys} passkeys. Remove one first.`, {
    code: "TOO_MANY_PASSKEYS",
  });

const refusals = {
  late: ["PASSKEY_EXPIRED", "That took too long. Please try again."],
  unfit: ["PASSKEY_REFUSED", "The passkey wasn't made for this page. Please try again."],
  known: ["PASSKEY_KNOWN", "This passkey was added before."],
} as const;

function refuse(why: keyof typeof refusals): Problem {
  const [code, sentence] = refusals[why];
  return new Problem("conflict", sentence, { code });
}

/**
 * What the browser asks an authenticator for a new passkey of the caller, and the cookie that belongs to it. Throws
 * forbidden long after the sign-in, and conflict where there are no passkeys, or when the caller has enough.
 */
export async function beginAdding(
  ctx: MemberContext,
  browser: Browser,
): Promise<{ question: NewPasskeyQuestion; attempt: Secret }> {
  const { rpId } = requirePlace(ctx);
  const account = await requireFresh(ctx, browser);
  const { id, email, firstName, lastName } = account;
  const stored = await storedPasskeys(ctx, id);
  if (stored.length >= mostPasskeys) throw full();
  const attempt = await beginAttempt(ctx);
  const question: NewPasskeyQuestion = {
    challenge: challengeOf(attempt, purposeFor(id)),
    timeout: attemptLifetime,
    rp: { id: rpId, name: "Shardwatch" },
    user: {
      id: userHandleOf(id),
      name: email,
      displayName: `${firstName} ${lastName}`.trim() || email,
    },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: stored
      .filter((one) => worksHere(ctx, one, account))
      .map(({ credentialId }) => ({ type: "public-key", id: credentialId })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "preferred",
    },
    attestation: "none",
  };
  return { question, attempt };
}

/** "Chrome on macOS": what the person has before them. */
function defaultName({ client = "" }: Browser): string {
  const name = clientName(client).replace(/ \d+ on /, " on ");
  return foreignName(name, longestPasskeyName) || "Passkey";
}

/**
 * Adds a passkey of the caller, whose authenticator has answered. Throws as `beginAdding`, and conflict for an answer to
 * another question.
 */
export async function addPasskey(
  ctx: MemberContext,
  browser: Browser,
  { attempt, name, answer }: NewPasskey & { attempt: Secret | undefined },
): Promise<Passkey> {
  const place = requirePlace(ctx);
  const account = await requireFresh(ctx, browser);
  const { id: accountId, redisCloudId: personId } = account;
  const now = ctx.clock.now();
  if (!attempt || (await beganAt(ctx, attempt)) === undefined) throw refuse("late");
  const expected = { ...place, challenge: challengeOf(attempt, purposeFor(accountId)) };
  const checked = await ctx.webAuthentication.checkNew(answer, expected);
  if (checked.outcome === "refused") {
    ctx.log.warn("a new passkey is refused", { accountId, reason: checked.reason });
    throw refuse("unfit");
  }
  const { publicKey, counter, userVerified: verified } = checked;
  const { transports } = answer.response;
  const row: PasskeyRow = {
    id: passkeyIdOf(answer.id),
    credentialId: answer.id,
    name: name ?? defaultName(browser),
    publicKey,
    counter,
    host: place.rpId,
    personId,
    verified,
    ...(transports && { transports }),
    createdAt: now,
  };
  await store(ctx, row);
  audit(ctx, "account.passkeyAdded", { accountId, passkeyId: row.id });
  return toPasskey(ctx, row, account);
}

async function store(ctx: MemberContext, row: PasskeyRow): Promise<void> {
  const { accountId } = ctx.actor;
  const { id, host, personId, name } = row;
  await retryOnConflict(async () => {
    const [list, holder] = await ctx.table.batchGet([passkeyListKey(accountId), holderKey(id)]);
    if (holder) throw refuse("known");
    const before = listedIn(list);
    if ((before ?? []).length >= mostPasskeys) throw full();
    await ctx.table.transact([
      ...putPasskey(accountId, row),
      putList(accountId, before, [...(before ?? []), { id, host, personId }]),
      requireAccount(accountId),
      auditRow(ctx, ownOrganization(ctx.actor), {
        action: "account.passkeyAdded",
        id: accountId,
        fields: { passkey: [null, name] },
      }),
    ]);
  });
}
