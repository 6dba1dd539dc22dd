import type { OrganizationId } from "../../access/scope.ts";
import type { BuiltInChanges, RuleDefinition } from "../../contract/incident/own-rule.ts";
import { type AnyRuleId, isBuiltIn, isOwnRule } from "../../contract/incident/rules.ts";
import { number, optional, text } from "../../table/field.ts";
import { atRevision, type Expected } from "../../table/revision.ts";
import { type Row, RowKind } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import { ruleKey } from "./incident.keys.ts";
import type { SavedRule } from "../rules/book.ts";

/** A rule that an organization wrote, or what it changed about a built-in one. Every pass reads it. */
export const ruleKind = new RowKind("rule", 1, {
  id: text<AnyRuleId>(),
  /** JSON of a RuleDefinition, or of BuiltInChanges. Its filters are canonical texts. */
  content: text("c"),
  /** Raised by every change, from 1. */
  revision: number(),
  /** Who saved it last, and when. */
  by: text(),
  at: number(),
  /** Present while the configuration file has it. */
  managedBy: optional(text<"file">()),
});

export type StoredRule = SavedRule & { by: string; at: number; managedBy?: "file" | undefined };

/** Undefined for a built-in rule that only a later release knows. It stays. */
export function readRule(row: Row): StoredRule | undefined {
  const { id, content, ...rest } = ruleKind.read(row);
  const value: unknown = JSON.parse(content);
  if (isOwnRule(id)) return { ...rest, id, definition: value as RuleDefinition };
  return isBuiltIn(id) ? { ...rest, id, changes: value as BuiltInChanges } : undefined;
}

/** Writes a rule. Fails when somebody else has saved it since. @param before its revision; undefined for a new one */
export function putRule(organization: OrganizationId, one: StoredRule, before: Expected): Write {
  const { id, revision, by, at, managedBy } = one;
  const content = JSON.stringify("definition" in one ? one.definition : one.changes);
  return {
    update: ruleKey(organization, id),
    change: ruleKind.replace({ id, content, revision, by, at, managedBy }),
    when: before === undefined ? [{ exists: false }] : atRevision(before),
  };
}

export const deleteRule = (organization: OrganizationId, { id, revision }: StoredRule): Write => ({
  delete: ruleKey(organization, id),
  when: atRevision(revision),
});
