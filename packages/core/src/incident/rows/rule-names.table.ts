import type { OrganizationId } from "../../access/scope.ts";
import { list, text } from "../../table/field.ts";
import { keyIn } from "../../table/keys.ts";
import { RowKind } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";

export const ruleNamesKey = keyIn("RULENAMES");

/**
 * The names of all rules that an organization wrote, in the form in which they are compared. Every transaction that
 * adds, renames or deletes one writes this row on condition that it has not changed.
 */
export const ruleNamesKind = new RowKind("rule names", 1, { names: list(text()) });

/** Replaces the names. Fails when another request has changed them; undefined stands for no row. */
export const putRuleNames = (
  organization: OrganizationId,
  before: string[] | undefined,
  names: string[],
): Write => ({
  update: ruleNamesKey(organization),
  change: ruleNamesKind.replace({ names }),
  when: ruleNamesKind.equals({ names: before }),
});
