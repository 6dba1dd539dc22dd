import { shortTime } from "../../../lib/time/short-time.ts";
import type { OldValues } from "./old-values.ts";

/** Says beside a value of when it is, because it is the last known one. The age is at the top of the page. */
export const AsOf = ({ old: { at } }: { old: OldValues }) =>
  at === undefined ? (
    "last known"
  ) : (
    <>
      as of <time dateTime={at}>{shortTime(at)}</time>
    </>
  );

/** The same beside the heading of several values. */
export const OldNote = ({ old }: { old: OldValues }) => (
  <span className="text-sm text-muted">
    last known values
    {old.at !== undefined && (
      <>
        , <AsOf old={old} />
      </>
    )}
  </span>
);
