import type { AgentContext, Context, Services, MemberContext } from "@shardwatch/core/access/context";

/** The variables that every request has in the app. */
export interface Variables {
  services: Services;
  requestId: string;
  /** The signed-in person, once the guard knows them, also of a request that it refuses. */
  member?: MemberContext;
  /** Whether a session or a right agent key came with the request, once a guard or the sign-in knows. */
  isKnown?: boolean;
}

export interface Env {
  Variables: Variables;
}

export interface EnvWith<C extends Context> {
  Variables: Variables & { ctx: C };
}

export type MemberEnv = EnvWith<MemberContext>;
export type AgentEnv = EnvWith<AgentContext>;
