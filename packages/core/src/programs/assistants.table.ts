import type { OrganizationId } from "../access/scope.ts";
import { mark } from "../table/field.ts";
import { keyIn } from "../table/keys.ts";
import { atRevision, type Expected, raised, revision } from "../table/revision.ts";
import { RowKind } from "../table/row.ts";
import type { Write } from "../table/table.ts";

/** Whether assistants may read an organization. There is none before somebody switches it on. */
export const assistantsKind = new RowKind("assistants", 1, {
  mayRead: mark(),
  revision,
});

export const assistantsKey = keyIn("ASSISTANTS");

/** Switches it on or off. Fails when it has another revision than expected, or was switched since it was read. */
export const putSwitch = (
  organization: OrganizationId,
  { mayRead, before }: { mayRead: boolean; before: boolean },
  expected: Expected,
): Write => ({
  update: assistantsKey(organization),
  change: {
    ...(mayRead
      ? { set: assistantsKind.changes({ mayRead: true }) }
      : { remove: [assistantsKind.attribute.mayRead] }),
    add: raised,
  },
  when: [...assistantsKind.equals({ mayRead: before || undefined }), ...atRevision(expected)],
});
