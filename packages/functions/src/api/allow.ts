import type { MemberActor, ReaderActor } from "@shardwatch/core/access/actor";
import type { Context as AnyContext, MemberContext, ReaderContext } from "@shardwatch/core/access/context";
import { may, type Right } from "@shardwatch/core/contract/people/roles";
import { Problem } from "@shardwatch/core/kit/problem";
import { opens, type TokenScope } from "@shardwatch/core/contract/token/scopes";
import { notePersonalUse } from "@shardwatch/core/personal-session/recognize";
import { checkNetwork, isOutside, noteUse } from "@shardwatch/core/token/authenticate";
import type { Context, MiddlewareHandler } from "hono";
import { organizationHeader } from "@shardwatch/core/contract/people/organization-header";
import { originOf } from "../http/address.ts";
import { hasAuthorization } from "../http/cookies.ts";
import { type Identified, identifyAgent, identifyMember, identifyProgram } from "../http/identify.ts";
import type { AgentEnv, Env, EnvWith, MemberEnv, ProgramEnv, ReaderEnv } from "../http/request-variables.ts";
import { calls, count, type Quota } from "../http/token-allowance.ts";

/** Who may call a route, in seven words. */
export type Access = "public" | "agent" | "token" | "program" | "member" | "manager" | "superAdmin";

/** For a route that takes no token: it is for people alone. */
export const noToken = null;

/**
 * The guard of a route for people and, with a scope, for programs. The Authorization header decides first: with one, no cookie
 * is read.
 * @param right what a person needs; undefined for every member
 * @param scope what a token needs; null when none is taken
 * @param quota what a token's request takes from
 */
function callers(
  right: Right | undefined,
  scope: TokenScope | null,
  quota: Quota,
): MiddlewareHandler<ReaderEnv> {
  const people = members(right);
  return async (c, next) => {
    if (!hasAuthorization(c)) {
      const counted = async () => {
        const { ctx } = (c as Context<MemberEnv>).var;
        if (quota.ofPeople) take(c, quota, ctx.actor.accountId, ctx.clock.now());
        await next();
      };
      return await people(c as Context<MemberEnv>, counted);
    }
    const { ctx, program } = await programContext(c, quota);
    c.set("ctx", ctx);
    if (scope === null)
      throw new Problem("forbidden", "No token may do this. Sign in to do it.", { code: "NO_TOKEN" });
    requireScope(program, scope);
    // A person at a command line has their role as well. A token has none.
    if (ctx.actor.kind === "member" && right) requireRight(ctx.actor, right);
    await next();
  };
}

function requireScope({ row }: Identified, scope: TokenScope): void {
  if (opens(row.scopes, scope)) return;
  throw new Problem("forbidden", `This token doesn't have the scope “${scope}”.`, {
    code: "TOKEN_SCOPE",
    details: [`scopes: must include ${scope}`],
  });
}

/**
 * The context of a program and what it came with, once it may call from where it is and as often as it does. Throws
 * unauthenticated, forbidden and tooMany.
 */
async function programContext(
  c: Context<ReaderEnv>,
  quota: Quota,
): Promise<{ ctx: ReaderContext; program: Identified }> {
  const identified = await identifyProgram(c, c.var.services);
  const { actor, row } = identified;
  const origin = originOf(c);
  const isPersonal = "scopes" in identified;
  const ctx = contextOf(c, actor, isPersonal ? identified.row.client : undefined);
  // A thief elsewhere, who is refused, must not use up what its owner may call.
  const caller = !isPersonal && isOutside(identified, origin) ? `outside ${row.id}` : row.id;
  take(c, quota, caller, ctx.clock.now());
  if (isPersonal) await notePersonalUse(ctx, identified, ctx.origin ?? origin);
  else {
    await checkNetwork(ctx, identified, { origin, requestId: ctx.requestId });
    await noteUse(ctx, identified, origin);
  }
  return { ctx, program: identified };
}

/** Counts a request. Throws tooMany beyond the quota. */
function take(c: Context<ReaderEnv>, quota: Quota, caller: string, now: number): void {
  const allowance = count(quota, caller, quota.costOf?.(c) ?? 1, now);
  c.set("allowance", allowance);
  if (allowance.left < 0)
    throw new Problem("tooMany", `You may ${quota.verb} ${quota.most} times a minute.`, {
      code: "TOKEN_LIMIT",
      retryAfterSeconds: allowance.rest,
    });
}

/** @param client what a command line was called when its person allowed it; its User-Agent could say anything */
function contextOf(c: Context<ReaderEnv>, actor: ReaderActor, client?: string): ReaderContext {
  const { services, requestId } = c.var;
  const origin = { ...originOf(c), ...(client !== undefined && { client: `${client} (command line)` }) };
  const ctx: ReaderContext = { ...services, actor, requestId, origin };
  c.set("caller", ctx);
  c.set("isKnown", true);
  return ctx;
}

/** Any token, from anywhere, and as often as it calls: who finds one can end it, whatever a thief does with it. */
const holders: MiddlewareHandler<ReaderEnv> = async (c, next) => {
  const { actor } = await identifyProgram(c, c.var.services);
  c.set("ctx", contextOf(c, actor));
  await next();
};

/** The one challenge of a route for programs. It names no server that would give tokens, because there is none. */
const challenge = "Bearer";

/** The guard of a route for programs alone: no cookie is read. */
function programs(scope: TokenScope, quota: Quota): MiddlewareHandler<ProgramEnv> {
  return async (c, next) => {
    const { ctx, program } = await programContext(c as never, quota).catch((error: unknown) => {
      if (error instanceof Problem && error.kind === "unauthenticated")
        c.res.headers.set("www-authenticate", challenge);
      throw error;
    });
    requireScope(program, scope);
    c.set("ctx", ctx);
    c.set("program", program);
    await next();
  };
}

function members(right: Right | undefined): MiddlewareHandler<MemberEnv> {
  return async (c, next) => {
    const { services, requestId } = c.var;
    const actor = await identifyMember(c, services);
    const ctx: MemberContext = { ...services, actor, requestId, origin: originOf(c) };
    c.set("ctx", ctx);
    c.set("caller", ctx);
    c.set("isKnown", true);
    // The web learns from it that somebody has moved the person, or taken them out.
    c.header(organizationHeader.name, actor.organizationId ?? organizationHeader.none);
    if (right) requireRight(actor, right);
    await next();
  };
}

function requireRight({ roles }: MemberActor, right: Right): void {
  if (!may(roles, right)) throw new Problem("forbidden", "Your role doesn't allow this.");
}

const anybody: MiddlewareHandler<EnvWith<AnyContext>> = async (c, next) => {
  const { services, requestId } = c.var;
  c.set("ctx", { ...services, actor: { kind: "nobody" }, requestId });
  await next();
};

const agents: MiddlewareHandler<AgentEnv> = async (c, next) => {
  const { services, requestId } = c.var;
  const actor = await identifyAgent(c.req.header("authorization"), services);
  c.set("isKnown", true);
  c.set("ctx", { ...services, actor, requestId, origin: originOf(c) });
  await next();
};

/** What `allow` declares for a route. */
interface Declaration<A extends Access, S extends TokenScope | null, E extends Env> {
  "x-access": A;
  "x-scope": S;
  /** The name of the quota that a token's request takes from. */
  "x-quota": string;
  middleware: MiddlewareHandler<E>;
}

/**
 * Declares who may call a route of people, and which scope a token needs. Without a word about tokens it does not compile. Verbs
 * that only a person may use do not compile on a route that takes tokens. `quota` limits what tokens do; the usual one counts
 * calls.
 */
function forPeople<A extends Access>(access: A, right?: Right) {
  /** One guard for each scope and quota, so that a test can compare them. */
  const guards = new Map<string, MiddlewareHandler<ReaderEnv>>();
  function declare(scope: typeof noToken): Declaration<A, null, MemberEnv>;
  function declare<S extends TokenScope>(scope: S, quota?: Quota): Declaration<A, S, ReaderEnv>;
  function declare(scope: TokenScope | null, quota = calls) {
    const key = scope + quota.name;
    const middleware = guards.get(key) ?? callers(right, scope, quota);
    guards.set(key, middleware);
    return { "x-access": access, "x-scope": scope, "x-quota": quota.name, middleware } as never;
  }
  return declare;
}

/** Declares which scope a program needs, and which quota its calls take from. */
function forPrograms() {
  const guards = new Map<string, MiddlewareHandler<ProgramEnv>>();
  return <S extends TokenScope>(scope: S, quota = calls): Declaration<"program", S, ProgramEnv> => {
    const key = scope + quota.name;
    const middleware = guards.get(key) ?? programs(scope, quota);
    guards.set(key, middleware);
    return { "x-access": "program", "x-scope": scope, "x-quota": quota.name, middleware };
  };
}

/** Spread into a route's declaration: `route({ ...allow.member("read"), method: "get", … })`. */
export const allow = {
  public: { "x-access": "public", "x-scope": null, middleware: anybody },
  agent: { "x-access": "agent", "x-scope": null, middleware: agents },
  /** Any token, whatever its scopes. */
  token: { "x-access": "token", "x-scope": null, middleware: holders },
  /** A token or a session of a command line, with a scope. */
  program: forPrograms(),
  member: forPeople("member"),
  manager: forPeople("manager", "manageOrganization"),
  superAdmin: forPeople("superAdmin", "useAdminArea")(noToken),
} as const;
