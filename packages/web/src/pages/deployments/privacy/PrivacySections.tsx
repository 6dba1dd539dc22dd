import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { isRead } from "@shardwatch/core/contract/source/source";
import { detailsOf } from "../../../sources/details.ts";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { derivedFields, fieldGroups, notKept } from "./fields.ts";
import { CommandsSection } from "./CommandsSection.tsx";
import { FieldTable, FoldedFieldTable } from "./FieldTable.tsx";
import { LastReportSection } from "./LastReportSection.tsx";
import { StaysSection } from "./StaysSection.tsx";
import { useState } from "react";
import { formatCount } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import type { FieldGroup } from "./fields.ts";

/** As many as one reads. A deployment may have thousands of databases, all with the same fields. */
const first = 5;

/** The fields of the last report, one table for each of its parts. */
function FieldGroups({ groups }: { groups: readonly FieldGroup[] }) {
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

/** The parts of the privacy page, by the kind of source. */
export function PrivacySections({ deployment }: { deployment: Deployment }) {
  const { source } = deployment;
  const { calls } = detailsOf(source);
  return (
    <>
      <LastReportSection deployment={deployment} />
      {calls === null ? (
        <Section heading="What is read">
          <EmptyState title="Unknown to this release">
            Only a later release of Shardwatch knows this source. That release shows which calls it makes, and
            what it never reads. This one makes none.
          </EmptyState>
        </Section>
      ) : (
        <>
          {isRead(source) ? (
            <FieldTable heading="API calls" headers={["Call", "What it gives"]} fields={calls} />
          ) : (
            <CommandsSection deployment={deployment} />
          )}
          <StaysSection source={source} />
        </>
      )}
      <FieldGroups groups={fieldGroups(deployment)} />
      {!isRead(source) && (
        <FoldedFieldTable
          heading="Sent, and not kept like that"
          headers={["Field", "What happens to it"]}
          fields={notKept}
        />
      )}
      <FoldedFieldTable
        heading="Worked out by Shardwatch"
        headers={["Field", "Value", "From"]}
        fields={derivedFields(deployment)}
      />
    </>
  );
}
