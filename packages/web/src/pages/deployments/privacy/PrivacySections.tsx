import type { Deployment } from "@shardwatch/core/contract/deployment";
import { isRead } from "@shardwatch/core/contract/source";
import { sourceDetails } from "../../../sources/details.ts";
import { derivedFields, fieldGroups, notKept } from "./fields.ts";
import { CommandsSection } from "./CommandsSection.tsx";
import { FieldGroups } from "./FieldGroups.tsx";
import { FieldTable, FoldedFieldTable } from "./FieldTable.tsx";
import { LastReportSection } from "./LastReportSection.tsx";
import { StaysSection } from "./StaysSection.tsx";

/** The parts of the privacy page, by the kind of source. */
export function PrivacySections({ deployment }: { deployment: Deployment }) {
  const { source } = deployment;
  return (
    <>
      <LastReportSection deployment={deployment} />
      {isRead(source) ? (
        <FieldTable
          heading="API calls"
          headers={["Call", "What it gives"]}
          fields={sourceDetails[source].calls}
        />
      ) : (
        <CommandsSection deployment={deployment} />
      )}
      <StaysSection source={source} />
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
