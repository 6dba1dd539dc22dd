import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import { Figure } from "../text/Figure.tsx";
import { Skeleton } from "../state/Skeleton.tsx";

interface Totals {
  /** Such as "17 deployments". */
  counts: readonly string[];
  /** Bytes as decimal strings; null when no row has them. */
  used: string | null;
  limit: string | null;
  /** Such as "3 unlimited". */
  note?: string | undefined;
}

/**
 * What the rows of a view add up to: "42 databases · 17 deployments · 143.20 GiB used · 310.00 GiB limit". A
 * placeholder of the same height until that is known.
 */
export function TotalsLine({ totals }: { totals: Totals | undefined }) {
  return (
    // Two lines on a phone, also before the figures are long: what follows does not move.
    <p className="figures flex flex-wrap items-baseline gap-x-4 max-md:min-h-9 max-md:content-start">
      {totals ? (
        <>
          {totals.counts.map((text) => (
            <span key={text}>{text}</span>
          ))}
          <Bytes bytes={totals.used} what="used" />
          <Bytes bytes={totals.limit} what="limit" />
          {totals.note !== undefined && <span>{totals.note}</span>}
        </>
      ) : (
        <Skeleton className="my-0.5 h-3.5 w-56" />
      )}
    </p>
  );
}

function Bytes({ bytes, what }: { bytes: string | null; what: string }) {
  return (
    bytes !== null && (
      <span title={exactBytes(bytes)}>
        <Figure text={formatBytes(bytes)} /> {what}
      </span>
    )
  );
}
