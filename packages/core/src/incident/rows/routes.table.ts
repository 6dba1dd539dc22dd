import type { OrganizationId } from "../../access/scope.ts";
import type { Routes } from "../../contract/incident/route.ts";
import { number, optional, text } from "../../table/field.ts";
import { type Row, RowKind, type RowOf } from "../../table/row.ts";
import { atRevision, type Expected } from "../../table/revision.ts";
import type { Write } from "../../table/table.ts";
import { routesKey } from "./incident.keys.ts";

/** Where the messages of an organization go. Every pass reads it with its other rows. */
export const routesKind = new RowKind("routes", 1, {
  /** JSON of `Routes`. Its filters are canonical texts. */
  content: text("c"),
  /** Raised by every change, from 1. The row stays, so no revision comes again. */
  revision: number(),
  /** Who saved it last, and when. */
  by: text(),
  at: number(),
  /** Present while the configuration file has it. */
  managedBy: optional(text<"file">()),
});

export interface StoredRoutes extends Routes, Omit<RowOf<typeof routesKind>, "content"> {}

export function readRoutes(row: Row): StoredRoutes {
  const { content, ...rest } = routesKind.read(row);
  return { ...rest, ...(JSON.parse(content) as Routes) };
}

/** Writes the routes. Fails when somebody else has saved them since. @param before undefined before the first change */
export function putRoutes(organization: OrganizationId, next: StoredRoutes, before: Expected): Write {
  const { routes, rest, revision, by, at, managedBy } = next;
  const content = JSON.stringify({ routes, rest } satisfies Routes);
  return {
    update: routesKey(organization),
    change: routesKind.replace({ content, revision, by, at, managedBy }),
    when: before === undefined ? [{ exists: false }] : atRevision(before),
  };
}
