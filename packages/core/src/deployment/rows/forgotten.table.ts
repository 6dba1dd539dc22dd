import type { OrganizationId } from "../../access/scope.ts";
import { number } from "../../table/field.ts";
import { keysIn, runIn, suffixOf } from "../../table/keys.ts";
import { RowKind, type StoredRow } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";

const prefix = "FORGET#";

/** A deployment that left an organization. What is stored of its past there has to be deleted. */
export const forgottenKind = new RowKind("forgotten deployment", 1, {
  /** When it left, Unix epoch in milliseconds. */
  departedAt: number("at"),
});

export const forgottenKey = keysIn(prefix);
export const forgottenIn = runIn(prefix);
export const deploymentOfForgotten = ({ sk }: Pick<StoredRow, "sk">): string => suffixOf(sk, prefix);

/** In the index: every deployment whose past has to be deleted. */
export const toForget = "HISTORY_TO_FORGET";

/** Has the past of a deployment deleted, in the transaction that deletes or moves it. The next tick does it. */
export const forgetPast = (organization: OrganizationId, id: string, now: number): Write => ({
  put: {
    ...forgottenKey(organization, id),
    gsi1pk: toForget,
    gsi1sk: id,
    ...forgottenKind.write({ departedAt: now }),
  },
});

/** Whether a deployment with this summary has brought back what it left: one that starts anew is born afterwards. */
export const hasReturned = (row: StoredRow, { born = 0 }: { born?: number | undefined }): boolean =>
  born < forgottenKind.read(row).departedAt;

/** Ends the deletion, unless the deployment has left once more since. */
export const endForgetting = (
  row: StoredRow,
): { delete: StoredRow; when: ReturnType<typeof forgottenKind.equals> } => ({
  delete: row,
  when: forgottenKind.equals({ departedAt: forgottenKind.read(row).departedAt }),
});
