import type { Context } from "../access/context.ts";
import { type Account, byId, organizationOf } from "../account/account.ts";
import { countWith } from "../attempts/attempts.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import type { PasskeyAnswer, PasskeyQuestion } from "../contract/people/passkey.ts";
import { Problem } from "../kit/problem.ts";
import type { Secret } from "../kit/secret.ts";
import { hour } from "../kit/time.ts";
import { enterAgain, type Entered } from "../own-sign-in/enter.ts";
import type { Browser } from "../session/browser.ts";
import { countRefused, refuseTooMany } from "../session/sign-in-limits.ts";
import { ConditionFailed, tryWrite } from "../table/errors.ts";
import { userHandleOf } from "./add.ts";
import { attemptLifetime, beganAt, beginAttempt, challengeOf } from "./attempt.ts";
import { passkeyIdOf } from "./passkey.ts";
import {
  holderKey,
  holderKind,
  passkeyKey,
  passkeyKind,
  type PasskeyRow,
  usePasskey,
} from "./passkey.table.ts";
import { requirePlace, worksHere } from "./place.ts";

const purpose = "a sign-in";

const refuse = (kind: "conflict" | "unauthenticated", code: string, sentence: string) => () =>
  new Problem(kind, sentence, { code });

const refusals = {
  late: refuse("conflict", "PASSKEY_EXPIRED", "That took too long. Please try again."),
  used: refuse("conflict", "PASSKEY_ANSWER_USED", "This answer was used already. Please try again."),
  unknown: refuse("unauthenticated", "PASSKEY_UNKNOWN", "This passkey isn't known here, or was removed."),
  unfit: refuse("unauthenticated", "PASSKEY_REFUSED", "The passkey's answer isn't for this sign-in."),
  unverified: refuse(
    "unauthenticated",
    "PASSKEY_UNVERIFIED",
    "The passkey didn't ask for your PIN, finger or face. Unlock it and try again.",
  ),
  cloned: refuse(
    "unauthenticated",
    "PASSKEY_CLONED",
    "A copy of this passkey was used elsewhere, so it doesn't count. Sign in another way and remove it.",
  ),
};

/**
 * What the browser asks its authenticators to sign somebody in, and the cookie that belongs to it. Throws conflict where
 * there are no passkeys.
 */
export async function beginEntering(ctx: Context): Promise<{ question: PasskeyQuestion; attempt: Secret }> {
  const { rpId } = requirePlace(ctx);
  const attempt = await beginAttempt(ctx);
  const challenge = challengeOf(attempt, purpose);
  return { question: { challenge, timeout: attemptLifetime, rpId, userVerification: "preferred" }, attempt };
}

/**
 * Signs in the person whose passkey has answered. Throws conflict for an answer that is late or was used, unauthenticated
 * for a wrong one, and tooMany after many wrong ones from this network.
 */
export async function enterByPasskey(
  ctx: Context,
  browser: Browser,
  { attempt, answer }: { attempt: Secret | undefined; answer: PasskeyAnswer },
): Promise<Entered> {
  requirePlace(ctx);
  const began = attempt && (await beganAt(ctx, attempt));
  if (!attempt || began === undefined) throw refusals.late();
  const stranger = { address: browser.address, cookie: attempt };
  try {
    const { account, row, counter } = await prove(ctx, browser, { attempt, began, answer });
    const used = { counter, attemptAt: began, lastUsedAt: ctx.clock.now() };
    return await enterAgain(ctx, browser, account, [usePasskey(account.id, row, used)]);
  } catch (error) {
    // Another answer was faster, or the passkey was removed at this moment.
    if (error instanceof ConditionFailed) throw refusals.used();
    if (error instanceof Problem && error.kind === "unauthenticated") {
      // Only who tries wrong ones has to wait.
      await refuseTooMany(ctx, stranger, undefined);
      await countRefused(ctx, stranger);
    }
    throw error;
  }
}

interface Proof {
  attempt: Secret;
  /** When the attempt began. */
  began: number;
  answer: PasskeyAnswer;
}

/** Whose passkey has answered, and its counter. Throws conflict and unauthenticated. */
async function prove(ctx: Context, browser: Browser, { attempt, began, answer }: Proof) {
  const place = requirePlace(ctx);
  const found = await find(ctx, answer.id);
  if (!found || !worksHere(ctx, found.row, found.account)) throw refusals.unknown();
  const { account, row } = found;
  const expected = { ...place, challenge: challengeOf(attempt, purpose) };
  const checked = await ctx.webAuthentication.checkSigned(answer, expected, row.publicKey);
  const isTheirs = answer.response.userHandle === userHandleOf(account.id);
  if (checked.outcome === "refused" || !isTheirs) {
    const reason = checked.outcome === "refused" ? checked.reason : "it names another person";
    ctx.log.warn("a passkey's answer is refused", { accountId: account.id, passkeyId: row.id, reason });
    throw refusals.unfit();
  }
  const { counter, userVerified } = checked;
  if (row.verified && !userVerified) throw refusals.unverified();
  if (row.attemptAt !== undefined && began <= row.attemptAt) throw refusals.used();
  if (goesBack(row.counter, counter)) {
    await recordClone(ctx, browser, account, row);
    throw refusals.cloned();
  }
  return { account, row, counter };
}

async function find(
  ctx: Context,
  credentialId: string,
): Promise<{ account: Account; row: PasskeyRow } | undefined> {
  const id = passkeyIdOf(credentialId);
  const holder = await ctx.table.get(holderKey(id));
  if (!holder) return undefined;
  const { accountId } = holderKind.read(holder);
  const [account, row] = await Promise.all([byId(ctx, accountId), ctx.table.get(passkeyKey(accountId, id))]);
  return account && row && { account, row: passkeyKind.read(row) };
}

/** Whether two authenticators count for one passkey (Web Authentication Level 3, section 7.2, step 22). */
const goesBack = (before: number, counter: number): boolean =>
  (before > 0 || counter > 0) && counter <= before;

/** Records that there is a copy of a passkey, once an hour for each. */
async function recordClone(ctx: Context, browser: Browser, account: Account, row: PasskeyRow): Promise<void> {
  const { id: accountId } = account;
  ctx.log.warn("a passkey's counter has gone back: its authenticator was cloned", {
    accountId,
    passkeyId: row.id,
  });
  const { code, message } = refusals.cloned();
  const { address, client } = browser;
  const cause = { ...bySystem(ctx), requestId: ctx.requestId, origin: { address, client } };
  await tryWrite(
    ctx.table.transact([
      countWith(ctx, { what: "audited clones", name: row.id, window: hour }, 1),
      auditRow(cause, organizationOf(account), {
        action: "account.passkeyRefused",
        id: accountId,
        fields: { passkey: [row.name, null] },
        refused: code,
        reason: message,
      }),
    ]),
  );
}
