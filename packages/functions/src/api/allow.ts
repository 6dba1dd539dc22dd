import type { Context, MemberContext } from "@shardwatch/core/access/context";
import { may, type Right } from "@shardwatch/core/contract/people/roles";
import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import { organizationHeader } from "@shardwatch/core/contract/people/organization-header";
import { originOf } from "../http/address.ts";
import { identifyAgent, identifyMember } from "../http/identify.ts";
import type { AgentEnv, EnvWith, MemberEnv } from "../http/request-variables.ts";

/** Who may call a route, in five words. */
export type Access = "public" | "agent" | "member" | "manager" | "superAdmin";

function members(right: Right | undefined): MiddlewareHandler<MemberEnv> {
  return async (c, next) => {
    const { services, requestId } = c.var;
    const actor = await identifyMember(c, services);
    const ctx: MemberContext = { ...services, actor, requestId, origin: originOf(c) };
    c.set("ctx", ctx);
    c.set("member", ctx);
    c.set("isKnown", true);
    // The web learns from it that somebody has moved the person, or taken them out.
    c.header(organizationHeader.name, actor.organizationId ?? organizationHeader.none);
    if (right && !may(actor.roles, right)) throw new Problem("forbidden", "Your role doesn't allow this.");
    await next();
  };
}

const anybody: MiddlewareHandler<EnvWith<Context>> = async (c, next) => {
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

/** Spread into a route's declaration: `route({ ...allow.member, method: "get", … })`. */
export const allow = {
  public: { "x-access": "public", middleware: anybody },
  agent: { "x-access": "agent", middleware: agents },
  member: { "x-access": "member", middleware: members(undefined) },
  manager: { "x-access": "manager", middleware: members("manageOrganization") },
  superAdmin: { "x-access": "superAdmin", middleware: members("useAdminArea") },
} as const satisfies { [A in Access]: { "x-access": A; middleware: unknown } };
