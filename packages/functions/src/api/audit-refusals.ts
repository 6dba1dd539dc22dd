import type { OpenAPIHono } from "@hono/zod-openapi";
import { recordRefusal } from "@shardwatch/core/audit/bounded";
import { type AuditedAction, auditedActions } from "@shardwatch/core/contract/people/audited-actions";
import { idPrefixes, isId, type IdKind } from "@shardwatch/core/kit/ids";
import { Problem, type ProblemKind } from "@shardwatch/core/kit/problem";
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "../http/request-variables.ts";

/**
 * The refusals that the audit has. A request with a wrong field is no attempt. A caller above a limit must not
 * cause further writes.
 */
const refusals: readonly ProblemKind[] = ["forbidden", "notFound", "conflict"];

/** The answers to keys and roles that Redis Cloud or AWS refused, or that are of somebody else's account. */
const refusedConnections: ReadonlySet<string> = new Set([
  "CREDENTIALS_REFUSED",
  "OTHER_ACCOUNT",
  "ROLE_DENIED",
  "EXTERNAL_ID_NOT_REQUIRED",
  "FOREIGN_EXTERNAL_ID",
  "OUR_ACCOUNT",
]);

const isRefusal = ({ kind, code }: Problem): boolean =>
  refusals.includes(kind) || refusedConnections.has(code);

const nameOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

const isAction = (value: unknown): value is AuditedAction =>
  auditedActions.some((action) => action === value);

/** What a route declares for the audit. */
interface Audited {
  action: AuditedAction;
  /** The field of the body that names what a refused request would have created. */
  nameField: string | undefined;
}

/** Every changing route that is audited, by method and path. */
function auditedRoutes(routes: OpenAPIHono<Env>): Map<string, Audited> {
  const audited = new Map<string, Audited>();
  for (const definition of routes.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const {
      method,
      path,
      "x-audit": action,
      "x-audit-name": nameField,
    } = definition.route as typeof definition.route & { "x-audit"?: unknown; "x-audit-name"?: string };
    if (isAction(action)) audited.set(nameOf(method, path), { action, nameField });
  }
  return audited;
}

const kinds = Object.keys(idPrefixes) as IdKind[];

/** The id in a route's path. Another text could be anything, also a secret, and is not recorded. */
function idOf(c: Context): string | undefined {
  const texts = Object.values(c.req.param());
  return texts.find((text) => kinds.some((kind) => isId(kind, text)));
}

/** The text of that field, once the body was found valid. So it has the form of its field. */
function typedName(c: Context, field: string | undefined): string | undefined {
  const body = c.req.valid("json" as never) as Record<string, unknown> | undefined;
  const value = field === undefined ? undefined : body?.[field];
  return typeof value === "string" ? value : undefined;
}

/**
 * Records the refused attempts of people and programs to change something. The refusal is answered in any case: a storage
 * that is too busy for the record is logged.
 */
export function auditRefusals(routes: OpenAPIHono<Env>): MiddlewareHandler<Env> {
  const audited = auditedRoutes(routes);
  return async (c, next) => {
    await next();
    const { caller } = c.var;
    const route = audited.get(nameOf(c.req.method, c.req.routePath));
    if (!caller || !route || !(c.error instanceof Problem) || !isRefusal(c.error)) return;
    const { code, message } = c.error;
    const { action, nameField } = route;
    const attempt = { action, id: idOf(c), name: typedName(c, nameField) };
    try {
      await recordRefusal(caller, { ...attempt, refused: code, reason: message });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      caller.log.warn("a refusal is not in the audit, the storage is busy", { action, code });
    }
  };
}
