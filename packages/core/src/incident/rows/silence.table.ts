import type { OrganizationId } from "../../access/scope.ts";
import type { AnyRuleId } from "../../contract/incident/rules.ts";
import type { SilenceScope } from "../../contract/incident/silence.ts";
import { day } from "../../kit/time.ts";
import { number, optional, text } from "../../table/field.ts";
import { type Row, RowKind, type RowOf } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Write } from "../../table/table.ts";
import { silenceKey } from "./incident.keys.ts";
import type { StoredSilence } from "../silences/silence.ts";

/** A silence. Every pass reads it, so it goes a day after its end: the audit keeps who made it and why. */
export const silenceKind = new RowKind("silence", 1, {
  id: text(),
  kind: text<SilenceScope["kind"]>(),
  /** The id of the incident or the rule, or the canonical text of the filter. */
  what: text(),
  /** The title that the incident had. */
  title: optional(text()),
  from: number(),
  until: number(),
  /** When a person ended it before its end. */
  endedAt: optional(number()),
  reason: text("why"),
  createdBy: text("by"),
  createdAt: number("at"),
  /** Present where the configuration file made it. */
  managedBy: optional(text<"file">()),
});

const keptAfterEnd = day;

/** A silence with the title of its incident, if it is one of an incident. */
export interface TitledSilence extends StoredSilence {
  title?: string | undefined;
}

/** Undefined for a kind of silence that only a later release knows. It covers nothing here, and stays. */
export function readSilence(row: Row): TitledSilence | undefined {
  const { kind, what, ...rest } = silenceKind.read(row);
  const scope = toScope({ kind, what });
  return scope && { ...rest, scope };
}

function toScope({ kind, what }: Pick<RowOf<typeof silenceKind>, "kind" | "what">): SilenceScope | undefined {
  switch (kind) {
    case "incident":
      return { kind, incidentId: what };
    case "rule":
      return { kind, rule: what as AnyRuleId };
    case "filter":
      return { kind, filter: what };
    default:
      return undefined;
  }
}

/** What a scope names: an id, or the text of a filter. */
export function nameOfScope(scope: SilenceScope): string {
  if (scope.kind === "incident") return scope.incidentId;
  return scope.kind === "rule" ? scope.rule : scope.filter;
}

export function putSilence(organization: OrganizationId, { scope, ...rest }: TitledSilence): Write {
  return {
    put: {
      ...silenceKey(organization, rest.id),
      ...silenceKind.write({ ...rest, kind: scope.kind, what: nameOfScope(scope) }),
      ...expiresAt(rest.until + keptAfterEnd),
    },
    when: [{ exists: false }],
  };
}

/** Ends a silence now. Fails when somebody else has ended it. */
export const endSilence = (
  organization: OrganizationId,
  { id, until }: StoredSilence,
  now: number,
): Write => ({
  update: silenceKey(organization, id),
  change: { set: { ...silenceKind.changes({ endedAt: now }), ...expiresAt(now + keptAfterEnd) } },
  when: silenceKind.equals({ until, endedAt: undefined }),
});
