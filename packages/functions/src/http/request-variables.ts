import type { Identified } from "./identify.ts";
import type {
  AgentContext,
  Context,
  MemberContext,
  ReaderContext,
  Services,
} from "@shardwatch/core/access/context";

/** The variables that every request has in the app. */
export interface Variables {
  services: Services;
  requestId: string;
  /** The signed-in person or the program, once the guard knows them, also of a request that it refuses. */
  caller?: ReaderContext;
  /** How much a token may still use. */
  allowance?: Allowance;
  /** Whether a session, a right token or a right agent key came with the request, once a guard or the sign-in knows. */
  isKnown?: boolean;
}

/** How much a token may use of a quota within a window of time. */
export interface Allowance {
  /** Of the quota. */
  name: string;
  most: number;
  left: number;
  /** Seconds until the window ends. */
  rest: number;
}

export interface Env {
  Variables: Variables;
}

export interface EnvWith<C extends Context> {
  Variables: Variables & { ctx: C };
}

export type MemberEnv = EnvWith<MemberContext>;
export type ReaderEnv = EnvWith<ReaderContext>;
/** Of a route for programs alone. */
export interface ProgramEnv {
  Variables: ReaderEnv["Variables"] & { program: Identified };
}
export type AgentEnv = EnvWith<AgentContext>;
