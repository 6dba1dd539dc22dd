import { CalendarClock } from "lucide-react";
import { momentText, type Zone } from "../../../../lib/time/zone.ts";
import { EmptyState } from "../../../../ui/state/EmptyState.tsx";

interface HistoryEmptyProps {
  /** When the deployment was first seen; null where that is not known. */
  begins: string | null;
  /** The begin of the range. */
  from: string;
  zone: Zone;
  /** Whether the range ends now. */
  isLive: boolean;
}

/** In place of the charts of a range without any report. */
export function HistoryEmpty({ begins, from, zone, isLive }: HistoryEmptyProps) {
  const begin = begins === null ? undefined : momentText(Date.parse(begins), zone);
  const isFresh = isLive && begins !== null && begins > from;
  return (
    <EmptyState icon={CalendarClock} title={isFresh ? "No values yet" : "Nothing was heard in this range"}>
      {begin !== undefined && <p>History begins {begin}.</p>}
      <p>
        {isFresh
          ? "The first point comes five minutes after the first report."
          : "No source reported this deployment. Choose another range."}
      </p>
    </EmptyState>
  );
}
