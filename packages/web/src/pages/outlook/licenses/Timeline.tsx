import { endsWithin, levelOfLicense } from "@shardwatch/core/contract/filter/license-days";
import { endText } from "@shardwatch/core/contract/outlook/license-words";
import type { LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { Link } from "react-router-dom";
import type { WholeLicenses } from "../../../api/fleet/licenses.ts";
import { counted, formatCount } from "../../../lib/words/count.ts";
import { Section } from "../../../ui/section/Section.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import type { Addresses } from "./LicenseStrip.tsx";
import { dayText, monthWords } from "./words.ts";

/** More marks than this are a number. */
const mostMarks = 8;

const monthsShown = 12;

/* A row of its own on a phone, else a column. The first lines of the grid are below the frame. */
const monthClass =
  "-mt-px -ml-px flex min-h-8 min-w-0 items-center gap-3 border-t border-l border-line px-4 py-1 md:min-h-28 md:flex-col md:items-stretch md:gap-2 md:px-3 md:py-2";

const fills = { critical: "bg-bad-fill", warning: "bg-caution", ok: "bg-meter" } as const;

interface TimelineProps {
  /** Undefined while they load. */
  licenses: WholeLicenses | undefined;
  to: Addresses;
  /** The page of a cluster. */
  addressOf: (license: LicenseOutlook) => string;
}

/** When the licenses of the next twelve months end: one mark for each cluster. */
export function Timeline({ licenses, to, addressOf }: TimelineProps) {
  const later = licenses?.later ?? 0;
  const last = licenses?.months.at(-1)?.last ?? 0;
  return (
    <Section
      heading="Ends in the next twelve months"
      action={
        later > 0 && (
          <Link
            to={to.withLicense(`${last + 1}..`)}
            className="touch-area text-sm text-muted hover:text-accent hover:underline"
          >
            {formatCount(later)} later
          </Link>
        )
      }
    >
      <ol className="grid overflow-hidden md:grid-cols-6 xl:grid-cols-12">
        {licenses?.months.map((month) => (
          <Month
            key={month.month}
            month={month}
            ending={licenses.licenses.filter(({ days }) => endsWithin(days, month.first, month.last))}
            to={to.withLicense(`${month.first}..${month.last}`)}
            addressOf={addressOf}
          />
        )) ??
          Array.from({ length: monthsShown }, (_, index) => (
            <li key={index} className={monthClass}>
              <Skeleton className="h-4 w-12" />
            </li>
          ))}
      </ol>
    </Section>
  );
}

interface MonthProps extends Pick<TimelineProps, "addressOf"> {
  month: WholeLicenses["months"][number];
  /** The first to end first. */
  ending: readonly LicenseOutlook[];
  to: string;
}

/** A month with its number, which opens its rows, and a mark for each cluster. */
function Month({ month: { month, count }, ending, to, addressOf }: MonthProps) {
  const { name, year } = monthWords(month);
  const marks = ending.slice(0, mostMarks);
  return (
    <li className={monthClass}>
      <span className="flex min-h-6 w-28 shrink-0 items-baseline justify-between gap-1 md:w-auto">
        <span className="text-sm text-muted">
          {name} <span className={`text-xs ${name === "Jan" ? "" : "md:sr-only"}`}>{year}</span>
        </span>
        {count === 0 ? (
          <span className="figures text-sm text-faint">0</span>
        ) : (
          <Link
            to={to}
            aria-label={`${counted(count, "license")} end${count === 1 ? "s" : ""} in ${name} ${year}`}
            className="figures touch-area min-h-6 min-w-6 rounded-sm text-right text-lg/6 font-semibold hover:text-accent hover:underline"
          >
            {formatCount(count)}
          </Link>
        )}
      </span>
      {marks.length > 0 && (
        <ul aria-label={`${name} ${year}`} className="flex min-w-0 flex-wrap gap-1">
          {marks.map((license) => (
            <li key={license.deploymentId}>
              <Link
                to={addressOf(license)}
                title={titleOf(license)}
                className="grid size-6 place-items-center rounded-sm hover:bg-hover max-md:size-11"
              >
                <span aria-hidden className={`size-3 rounded-full ${fills[levelOfLicense(license.days)]}`} />
                <span className="sr-only">
                  <Foreign>{titleOf(license)}</Foreign>
                </span>
              </Link>
            </li>
          ))}
          {count > marks.length && (
            <li className="figures self-center text-xs text-muted">+{formatCount(count - marks.length)}</li>
          )}
        </ul>
      )}
    </li>
  );
}

const titleOf = ({ deploymentName, ends, days }: LicenseOutlook): string =>
  ends === null || days === null ? deploymentName : `${deploymentName}: ${dayText(ends)}, ${endText(days)}`;
