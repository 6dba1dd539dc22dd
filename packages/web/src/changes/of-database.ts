import type { Change } from "@shardwatch/core/contract/history/changes";

/** What some changes of a deployment say about one of its databases. Changes of anything else are left out. */
export function changesOfDatabase(changes: readonly Change[], id: string): Change[] {
  return changes.flatMap((change) => {
    const fields = change.fields.filter(
      ({ field, element }) => element?.id === id && field.startsWith("databases."),
    );
    return change.kind === "changed" && fields.length > 0 ? [{ ...change, fields, more: 0 }] : [];
  });
}
