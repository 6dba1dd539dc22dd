import type { Change } from "@shardwatch/core/contract/history/changes";
import { useId, useMemo } from "react";
import { useZone } from "../lib/time/time-zone.ts";
import { ChangeLine, type LinkTo } from "./ChangeLine.tsx";
import { type Day, daysOf } from "./lines.ts";
import { Skeleton } from "../ui/state/Skeleton.tsx";

interface DayListProps {
  days: readonly Day[];
  linkTo: LinkTo;
  /** The level of the days' headings. */
  level: 2 | 3;
}

/** The lines of some days, newest first. */
export function DayList({ days, ...shown }: DayListProps) {
  const zone = useZone();
  return days.map((day, place) => (
    <OneDay key={day.key} day={day} zoneName={place === 0 ? zone.name : undefined} {...shown} />
  ));
}

/** Changes by day. @param loadedAt when they were loaded, Unix epoch in milliseconds */
export function useDays(changes: readonly Change[] | undefined, loadedAt: number): Day[] | undefined {
  const zone = useZone();
  return useMemo(() => changes && daysOf(changes, loadedAt, zone), [changes, loadedAt, zone]);
}

interface ChangeDaysProps extends Omit<DayListProps, "days"> {
  changes: readonly Change[];
  /** When they were loaded, Unix epoch in milliseconds. */
  loadedAt: number;
}

/** Changes by day, newest first. */
export function ChangeDays({ changes, loadedAt, ...shown }: ChangeDaysProps) {
  return <DayList days={useDays(changes, loadedAt) ?? []} {...shown} />;
}

interface OneDayProps extends Omit<DayListProps, "days"> {
  day: Day;
  /** Undefined shows it not again. */
  zoneName: string | undefined;
}

function OneDay({ day, zoneName, linkTo, level }: OneDayProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className="border-b border-line">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken px-4 py-1.5 text-sm">
        <Heading id={id} className="font-semibold">
          {day.heading}
        </Heading>
        {zoneName !== undefined && <p className="text-xs text-muted">Times in {zoneName}</p>}
      </div>
      <ol className="divide-y divide-line">
        {day.lines.map((line) => (
          <ChangeLine key={line.key} line={line} linkTo={linkTo} />
        ))}
      </ol>
    </section>
  );
}

/** In place of changes that load. */
export function ChangesSkeleton() {
  return (
    <div role="status" aria-label="Loading changes" className="grid gap-4 px-4 py-4">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-x-3">
          <Skeleton className="h-4 w-8" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </div>
  );
}
