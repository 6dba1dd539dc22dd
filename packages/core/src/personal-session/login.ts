import { audit } from "../access/audit.ts";
import type { Context, MemberContext, Services } from "../access/context.ts";
import { byId, generationOf, membershipOf, organizationOf, requireMember } from "../account/account.ts";
import { countBelow, waitFor } from "../attempts/attempts.ts";
import { auditRow } from "../audit/audit.ts";
import type {
  DeviceDecision,
  DeviceLogin,
  DeviceLoginInput,
  GrantedSession,
  StartedDeviceLogin,
} from "../contract/people/device-login.ts";
import {
  codeLetters,
  deviceLoginTimes,
  mostPersonalSessions,
  personalSessionDays,
} from "../contract/people/personal-session-limits.ts";
import { formatPersonal } from "../kit/composite-key.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { networkOf } from "../kit/network.ts";
import { Problem } from "../kit/problem.ts";
import { day, minute, second } from "../kit/time.ts";
import { namesOf } from "../organization/members.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";
import { tryWrite } from "../table/errors.ts";
import {
  deny,
  loginKey,
  loginKind,
  type LoginRow,
  noteAsked,
  permit,
  putLogin,
  useUp,
} from "./login.table.ts";
import { personalIdOf } from "./recognize.ts";
import { countSessions } from "./personal-session.ts";
import { deleteSession, putSession } from "./session.table.ts";

/*
 * How a command line signs in (RFC 8628). The program gets a code. A signed-in person compares it with the one in their
 * terminal, and ticks what the program may do. The program asks until then, and gets a session of that person.
 */

const { life, interval, slower } = deviceLoginTimes;
const window = 10 * minute;

/** How many requests one network may begin within ten minutes, and how many wrong codes a person may type. */
export const loginLimits = { begun: 60, wrong: 5 } as const;

const timeOf = (time: number) => new Date(time).toISOString();

const tooManySessions = () =>
  new Problem(
    "conflict",
    `A person has ${mostPersonalSessions} command lines at most. End one under Settings, You.`,
    { code: "TOO_MANY_SESSIONS" },
  );

/** Begins a request. It says nothing of who will allow it. Throws tooMany. */
export async function begin(
  ctx: Context,
  { client, scopes }: DeviceLoginInput,
  address: string | undefined,
): Promise<StartedDeviceLogin> {
  const network = address === undefined ? undefined : networkOf(address);
  // Without an address, one counter would be for everybody.
  const counter = network !== undefined && { what: "device logins of a network", name: network, window };
  if (counter && !(await countBelow(ctx, counter, loginLimits.begun)))
    throw tooMany(ctx, "Too many sign-ins were begun.");
  const now = ctx.clock.now();
  const userCode = newCode(ctx);
  const deviceCode = `${userCode}.${Buffer.from(ctx.random.bytes(32)).toString("base64url")}`;
  const expiresAt = now + life * second;
  const secretHash = digest(deviceCode);
  await ctx.table.transact([
    putLogin(userCode, { secretHash, client, network, scopes, createdAt: now, expiresAt }),
  ]);
  const verificationUrl = `${ctx.settings.webOrigin}/device`;
  return {
    deviceCode,
    userCode,
    verificationUrl,
    // Behind "#" no server sees it, and no log.
    verificationUrlComplete: `${verificationUrl}#${userCode}`,
    expiresInSeconds: life,
    intervalSeconds: interval,
  };
}

function tooMany(services: Services, sentence: string): Problem {
  const wait = waitFor(services, window);
  return new Problem("tooMany", `${sentence} ${wait.sentence}`, {
    retryAfterSeconds: wait.retryAfterSeconds,
  });
}

/** Eight letters: 34 bits, of which a guess has ten minutes and few tries. */
function newCode({ random }: Services): string {
  const letters = Array.from(random.bytes(8), (byte) => codeLetters[byte % codeLetters.length]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

const expired = () =>
  new Problem("conflict", "The code has expired. Begin again.", { code: "EXPIRED_TOKEN" });

/** The request of a code; undefined when there is none, or when it has expired. */
async function find({ table, clock }: Services, userCode: string): Promise<LoginRow | undefined> {
  const found = await table.get(loginKey(userCode));
  const row = found && loginKind.read(found);
  return row && row.expiresAt > clock.now() ? row : undefined;
}

/**
 * The session, once the person has allowed it. Throws conflict with the code AUTHORIZATION_PENDING until then, and
 * EXPIRED_TOKEN for a code that is over or was used. Throws tooMany with SLOW_DOWN for a call that comes too early, and
 * forbidden with ACCESS_DENIED.
 */
export async function collect(ctx: Context, deviceCode: string): Promise<GrantedSession> {
  const [, userCode] = /^([A-Z]{4}-[A-Z]{4})\.[\w-]{43}$/.exec(deviceCode) ?? [];
  const row = userCode === undefined ? undefined : await find(ctx, userCode);
  if (userCode === undefined || !row || !sameDigest(row.secretHash, digest(deviceCode))) throw expired();
  if (row.decision === "denied")
    throw new Problem("forbidden", "The person has refused it.", { code: "ACCESS_DENIED" });
  if (row.decision === "allowed") return await grant(ctx, userCode, row);
  const now = ctx.clock.now();
  // The half second is for clocks and networks that are not exact.
  const isEarly = row.askedAt !== undefined && now - row.askedAt < (interval - 0.5) * second;
  if (isEarly || !(await tryWrite(ctx.table.transact([noteAsked(userCode, row, now)]))))
    throw new Problem("tooMany", "Ask less often.", { code: "SLOW_DOWN", retryAfterSeconds: slower });
  throw new Problem("conflict", "Nobody has allowed it yet.", { code: "AUTHORIZATION_PENDING" });
}

/** Makes a session of what was allowed, once. */
async function grant(
  ctx: Context,
  userCode: string,
  { accountId, organizationId, generation, membership, client, network, scopes }: LoginRow,
): Promise<GrantedSession> {
  const account = accountId === undefined ? undefined : await byId(ctx, accountId);
  const organization = account && organizationOf(account);
  const isSame =
    organization === organizationId &&
    generation === (account && generationOf(account)) &&
    membership === (account && membershipOf(account));
  if (!account || !organization || generation === undefined || membership === undefined || !isSame)
    throw expired();
  const now = ctx.clock.now();
  const secret = formatPersonal(account.id, ctx.random.bytes(32));
  const id = personalIdOf(secret);
  const expiresAt = now + personalSessionDays * day;
  const session = { id, secretHash: digest(secret), organizationId: organization, scopes, client };
  const row = { ...session, allowedFrom: network, createdAt: now, expiresAt, generation, membership };
  const isGranted = await tryWrite(ctx.table.transact([useUp(userCode), putSession(account.id, row)]));
  if (!isGranted) throw expired();
  // Counted when it is there, so that no number of them at once has more.
  if ((await countSessions(ctx, account)) > mostPersonalSessions) {
    await tryWrite(ctx.table.transact([deleteSession(account.id, id)]));
    throw tooManySessions();
  }
  const [name = ""] = (await namesOf(ctx, [organization])).values();
  const { email } = account;
  return { id, secret, scopes, expiresAt: timeOf(expiresAt), email, organization: name };
}

/** The request of a code, for the person who was asked. Throws notFound, and tooMany after five wrong codes. */
export async function inspect(ctx: MemberContext, userCode: string): Promise<DeviceLogin> {
  const { client, network, scopes, createdAt, expiresAt } = await openFor(ctx, userCode);
  const address = ctx.origin?.address;
  const own = address === undefined ? undefined : networkOf(address);
  return {
    code: userCode,
    client,
    network: network ?? null,
    isElsewhere: network !== undefined && network !== own,
    scopes,
    requestedAt: timeOf(createdAt),
    expiresAt: timeOf(expiresAt),
  };
}

const notWaiting = () => new Problem("notFound", "No terminal waits with this code. It may have expired.");

async function openFor(ctx: MemberContext, userCode: string): Promise<LoginRow> {
  const counter = { what: "wrong device codes", name: ctx.actor.accountId, window };
  // Counted before it is looked for, so that calls at once can't try more. A right one takes it back.
  const takeBack = await countBelow(ctx, counter, loginLimits.wrong);
  if (!takeBack) throw tooMany(ctx, "Too many wrong codes.");
  const row = await find(ctx, userCode);
  if (!row || row.decision !== undefined) throw notWaiting();
  await takeBack();
  return row;
}

/**
 * Allows or refuses a request, once. The session is of the caller, in their organization as it is now. Throws notFound,
 * conflict for who has no organization or too many sessions, and tooMany as `inspect` does.
 */
export async function decide(ctx: MemberContext, decision: DeviceDecision): Promise<void> {
  const { code, allow } = decision;
  const { client, network = null } = await openFor(ctx, code);
  if (!allow) {
    if (!(await tryWrite(ctx.table.transact([deny(code)])))) throw notWaiting();
    return;
  }
  const organization = requireOwnOrganization(ctx);
  const { accountId } = ctx.actor;
  const account = await byId(ctx, accountId);
  if (!account) throw notWaiting();
  if ((await countSessions(ctx, account)) >= mostPersonalSessions) throw tooManySessions();
  const [generation, membership] = [generationOf(account), membershipOf(account)];
  const { scopes } = decision;
  const granted = { scopes, accountId, organizationId: organization, generation, membership };
  const writes = [
    permit(code, granted),
    requireMember(accountId, organization),
    auditRow(ctx, organization, {
      action: "account.commandLineAllowed",
      id: accountId,
      fields: { client: [null, client], network: [null, network], scopes: [null, scopes] },
    }),
  ];
  if (!(await tryWrite(ctx.table.transact(writes)))) throw notWaiting();
  audit(ctx, "account.commandLineAllowed", { accountId });
}
