import type { RuleEvenings } from "@shardwatch/core/contract/incident/rehearsal";
import { lowered } from "@shardwatch/core/contract/incident/rule-sentence";
import { formatCount } from "../../../../lib/words/count.ts";
import { Fold } from "../../../../ui/section/Fold.tsx";
import { DayBars, dayOf } from "./DayBars.tsx";
import { eveningsText } from "./preview-texts.ts";
import { SmallTable } from "../../../../ui/table/SmallTable.tsx";

/** What a rule would have matched at the end of each day. */
export function Evenings({ found }: { found: RuleEvenings }) {
  const { evenings, notKept } = found;
  const text = eveningsText(found);
  return (
    <>
      <p>{text}</p>
      <DayBars
        label={`Deployments that match, at the end of each day. ${text}`}
        bars={evenings.map(({ date, inScope, matching }) => ({
          date,
          least: matching,
          most: matching,
          isUnknown: inScope === null,
        }))}
      />
      {notKept.length > 0 && (
        <p className="text-sm text-muted">
          The past of {notKept.map(({ label }) => lowered(label)).join(", ")} isn't kept, so the evenings say
          nothing of it.
        </p>
      )}
      <Fold title="Evenings as a table">
        <SmallTable
          caption="Evenings"
          headers={["Day", "In scope", "Matched", "Unknown"]}
          rows={evenings
            .toReversed()
            .map(({ date, inScope, matching, unknown }) => [
              date,
              dayOf(date),
              inScope === null ? "—" : formatCount(inScope),
              inScope === null ? "—" : formatCount(matching),
              inScope === null ? "—" : formatCount(unknown),
            ])}
        />
      </Fold>
    </>
  );
}
