import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { problemBody } from "@shardwatch/core/contract/problem";
import type { AuditedAction } from "@shardwatch/core/contract/people/audited-actions";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import type { TokenScope } from "@shardwatch/core/contract/token/scopes";
import { sentences } from "@shardwatch/core/contract/sentences";
import { Problem } from "@shardwatch/core/kit/problem";
import type { Context, Schema } from "hono";
import * as z from "zod";
import type { Env } from "../http/request-variables.ts";
import type { Access } from "./allow.ts";

/** What a changing route records in the audit when it succeeds or is refused; null when it records nothing. */
type Audited =
  | { method: "get"; "x-audit"?: never; "x-audit-name"?: never }
  | {
      method: "post" | "put" | "patch" | "delete";
      "x-audit": AuditedAction | null;
      /** The field of the body that names what a refused request would have created. It holds no secret. */
      "x-audit-name"?: string;
    };

/** A route and who may call it: the word and the guard that `allow` keeps together. */
type Declared = RouteConfig & {
  "x-access": Access;
  /** The scope that a token needs; null when none is taken. */
  "x-scope": TokenScope | null;
  middleware: NonNullable<RouteConfig["middleware"]>;
} & Audited;

/** A JSON answer or body of this schema, as OpenAPI declares it. */
export function json<S extends z.ZodType>(schema: S, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** A JSON body that a request must have. */
export function jsonBody<S extends z.ZodType>(schema: S, description: string) {
  return { ...json(schema, description), required: true } as const;
}

/** The parameter in the path of a route about one object. */
export const idParams = z.object({ id: z.string() });

const problemAnswer = (description: string) => json(problemBody, description);

/** The errors that a route can answer beside its own answers, by who may call it. */
const problems: Record<Access, Record<number, ReturnType<typeof problemAnswer>>> = {
  public: {},
  agent: { 401: problemAnswer("The key is missing, wrong or revoked") },
  token: { 401: problemAnswer("The token is missing, wrong or revoked") },
  program: { 401: problemAnswer("The token is missing, wrong or revoked") },
  member: { 401: problemAnswer("Not signed in") },
  manager: { 401: problemAnswer("Not signed in"), 403: problemAnswer("The role doesn't allow it") },
  superAdmin: { 401: problemAnswer("Not signed in"), 403: problemAnswer("The role doesn't allow it") },
};

const invalid = { 400: problemAnswer("Something in the request is wrong; details name the fields") };
const forbidden = { 403: problemAnswer("Not allowed") };
const notFound = { 404: problemAnswer("There is no such object, or not for the caller") };

/** Answers that a route can declare among its own. */
export const answers = {
  invalid,
  forbidden,
  notFound,
  tooMany: {
    429: problemAnswer("Too many refused attempts within an hour; Retry-After says when to continue"),
  },
  tooOften: { 429: problemAnswer("Done too often within a day; Retry-After says when to continue") },
  conflict: { 409: problemAnswer("The current state doesn't allow it") },
  /** For what the configuration file can manage. */
  managed: { 409: problemAnswer(`The current state doesn't allow it. MANAGED_BY_FILE: ${whyManaged}`) },
  ambiguous: {
    409: problemAnswer("Several organizations have this id and none was named (AMBIGUOUS_DEPLOYMENT)"),
  },
  /** Of a route whose input may be wrong, and whose object may be unknown. */
  ofObject: { ...invalid, ...notFound },
  /** Of a route about one organization, which super admins name. */
  ofOrganization: { ...invalid, ...forbidden },
} as const;

/** Every route may refuse an origin or a size, and may meet a busy storage or a defect. */
const always = {
  403: problemAnswer("Not allowed, or a call from a foreign origin"),
  413: problemAnswer("The body is too large"),
  415: problemAnswer("There is a body that is not JSON"),
  429: problemAnswer("Too many requests; Retry-After says when to continue"),
  500: problemAnswer("An error on our side; quote the request ID"),
  503: problemAnswer("Busy; retry after the seconds in Retry-After"),
};

/** The security schemes of a route for people and agents. The document explains their names under securitySchemes. */
const securityOf: Record<Access, Record<string, string[]>[]> = {
  public: [],
  agent: [{ agentKey: [] }],
  token: [{ token: [] }],
  // Its scope names the scheme.
  program: [],
  member: [{ session: [] }],
  manager: [{ session: [] }],
  superAdmin: [{ session: [] }],
};

/**
 * Declares a route. One declaration gives validation, types, the OpenAPI document and its guard. Spread one
 * of `allow` into it: without access it does not compile. Nor does a changing route that does not say what
 * the audit records.
 */
export function route<const R extends Declared>(declaration: R) {
  const { "x-access": access, "x-scope": scope } = declaration;
  const security = [...securityOf[access], ...(scope === null ? [] : [{ token: [scope] }])];
  const responses = { ...always, ...problems[access], ...declaration.responses };
  return createRoute<R["path"], R>({ ...declaration, security, responses });
}

/**
 * The first fault as the answer's message. If the fault is not a whole sentence, its field is put in front.
 */
function messageOf(error: z.ZodError, details: readonly string[]): string {
  const message = error.issues[0]?.message ?? "The request is not valid.";
  return /^[a-z]/.test(message) ? (details[0]?.replace(": ", " ") ?? message) : message;
}

/** The answer without a body, once the work is done. */
export async function noContent(c: Context, work: Promise<unknown>) {
  await work;
  return c.body(null, 204);
}

/** A router for the routes of one noun. */
export function router(): OpenAPIHono<Env> {
  return new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (result.success) return;
      const { error } = result;
      const details = sentences(error, result.target);
      throw new Problem("invalid", messageOf(error, details), { details });
    },
  });
}

/** Without the schemas of routers that declare nothing: beside an empty one, TypeScript forgets all others. */
type Declaring<S> = S extends unknown ? (keyof S extends never ? never : S) : never;

/**
 * One router with the routes of several, whose paths stay as they are. The types of Hono's `route` work out every path
 * once more at each step, which was half of the time of a type check.
 */
export function together<S extends Schema[]>(
  ...routers: { [K in keyof S]: OpenAPIHono<Env, S[K]> }
): OpenAPIHono<Env, Declaring<S[number]>> {
  const all = router();
  for (const one of routers) all.route("/", one);
  return all;
}
