import { rangeText } from "@shardwatch/core/contract/outlook/sentences";
import { Link } from "react-router-dom";
import type { WholeOutlook } from "../../../api/fleet/outlook.ts";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { countsText, datedIn, unknownText } from "./counts-text.ts";

interface AsOfProps {
  /** Undefined while it loads. */
  outlook: WholeOutlook | undefined;
  /** The list of databases whose limit is not known. */
  unknownAddress: string;
}

/** Of when the answer is, and how many databases it does not list. As high while it loads. */
export function AsOf({ outlook, unknownAddress }: AsOfProps) {
  return (
    // On a phone it takes five lines.
    <div className="grid min-h-12 content-start gap-1 text-sm text-muted max-md:min-h-28">
      {outlook && (
        <>
          <p>
            {outlook.asOf === null
              ? "There are no trends yet. Limits are of now."
              : `Trends end at midnight UTC of ${rangeText(outlook.asOf, outlook.asOf, outlook.asOf)}; limits are of now.`}
          </p>
          <NotListed outlook={outlook} to={unknownAddress} />
        </>
      )}
    </div>
  );
}

interface NotListedProps {
  outlook: WholeOutlook;
  to: string;
}

function NotListed({ outlook: { asOf, counts, items }, to }: NotListedProps) {
  // Without rows the page says it in their place. Without trends nothing was judged.
  const said = items.length === 0 || asOf === null ? undefined : countsText(counts, datedIn(items));
  const unknown = unknownText(counts);
  if (said === undefined && unknown === undefined) return null;
  return (
    <p className="figures">
      {"Not listed: "}
      {said}
      {said !== undefined && unknown !== undefined && ", "}
      {unknown !== undefined && (
        <Link to={to} className={textLinkClass}>
          {unknown}
        </Link>
      )}
      .
    </p>
  );
}
