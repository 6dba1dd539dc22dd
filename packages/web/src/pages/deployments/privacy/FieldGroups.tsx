import { useState } from "react";
import { formatCount } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import type { FieldGroup } from "./fields.ts";
import { FieldTable } from "./FieldTable.tsx";

/** As many as one reads. A deployment may have thousands of databases, all with the same fields. */
const first = 5;

/** The fields of the last report, one table for each of its parts. */
export function FieldGroups({ groups }: { groups: readonly FieldGroup[] }) {
  const [shown, setShown] = useState(first);
  const rest = groups.length - shown;
  return (
    <>
      {groups.slice(0, shown).map(({ title, fields }, index) => (
        <FieldTable key={`${index} ${title}`} heading={title} headers={["Field", "Value"]} fields={fields} />
      ))}
      {rest > 0 && (
        <div>
          <Button onClick={() => setShown(shown + 20)}>
            Show {formatCount(Math.min(rest, 20))} of {formatCount(rest)} more parts with the same fields
          </Button>
        </div>
      )}
    </>
  );
}
