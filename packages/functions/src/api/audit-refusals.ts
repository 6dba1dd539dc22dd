import type { OpenAPIHono } from "@hono/zod-openapi";
import { recordRefusal } from "@shardwatch/core/audit/bounded";
import { type AuditedAction, auditedActions } from "@shardwatch/core/contract/audited-actions";
import { idPrefixes, isId, type IdKind } from "@shardwatch/core/kit/ids";
import { Problem, type ProblemKind } from "@shardwatch/core/kit/problem";
import type { Context, MiddlewareHandler } from "hono";
import type { Env } from "../http/request-variables.ts";

/**
 * The refusals that the audit has. An invalid request is no attempt. A caller above a limit must not cause
 * further writes.
 */
const refusals: readonly ProblemKind[] = ["forbidden", "notFound", "conflict"];

const nameOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

const isAction = (value: unknown): value is AuditedAction =>
  auditedActions.some((action) => action === value);

/** The action of every changing route that is audited, by method and path. */
function actionsOf(routes: OpenAPIHono<Env>): Map<string, AuditedAction> {
  const actions = new Map<string, AuditedAction>();
  for (const definition of routes.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const {
      method,
      path,
      "x-audit": action,
    } = definition.route as typeof definition.route & { "x-audit"?: unknown };
    if (isAction(action)) actions.set(nameOf(method, path), action);
  }
  return actions;
}

const kinds = Object.keys(idPrefixes) as IdKind[];

/** The id in a route's path. Another text could be anything, also a secret, and is not recorded. */
function idOf(c: Context): string | undefined {
  const texts = Object.values(c.req.param());
  return texts.find((text) => kinds.some((kind) => isId(kind, text)));
}

/**
 * Records the refused attempts of people to change something. The refusal is answered in any case: a storage
 * that is too busy for the record is logged.
 */
export function auditRefusals(routes: OpenAPIHono<Env>): MiddlewareHandler<Env> {
  const actions = actionsOf(routes);
  return async (c, next) => {
    await next();
    const { member } = c.var;
    const action = actions.get(nameOf(c.req.method, c.req.routePath));
    if (!member || !action || !(c.error instanceof Problem) || !refusals.includes(c.error.kind)) return;
    const { code } = c.error;
    try {
      await recordRefusal(member, { action, id: idOf(c), refused: code });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      member.log.warn("a refusal is not in the audit, the storage is busy", { action, code });
    }
  };
}
