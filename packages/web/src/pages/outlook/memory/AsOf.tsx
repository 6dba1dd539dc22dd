import { rangeText } from "@shardwatch/core/contract/outlook/sentences";
import type { WholeOutlook } from "../../../api/fleet/outlook.ts";
import { countsText } from "./counts-text.ts";

/** Of when the answer is, and how many databases it does not list. As high while it loads. */
export function AsOf({ outlook }: { outlook: WholeOutlook | undefined }) {
  const counts = outlook && countsText(outlook.counts);
  return (
    <div className="grid min-h-10 content-start gap-1 text-sm text-muted">
      {outlook && (
        <>
          <p>
            {outlook.asOf === null
              ? "There are no trends yet. Limits are of now."
              : `Trends end at midnight UTC of ${rangeText(outlook.asOf, outlook.asOf, outlook.asOf)}; limits are of now.`}
          </p>
          {counts !== undefined && <p className="figures">Not listed: {counts}.</p>}
        </>
      )}
    </div>
  );
}
