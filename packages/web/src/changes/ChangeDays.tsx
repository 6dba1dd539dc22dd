import type { Change } from "@shardwatch/core/contract/changes";
import { useId, useMemo } from "react";
import { ChangeLine, type LinkTo } from "./ChangeLine.tsx";
import { type Day, daysOf } from "./lines.ts";

interface ChangeDaysProps {
  changes: readonly Change[];
  /** When they were loaded, Unix epoch in milliseconds. */
  loadedAt: number;
  linkTo: LinkTo;
  /** The level of the days' headings. */
  level: 2 | 3;
}

/** Changes by day, newest first. */
export function ChangeDays({ changes, loadedAt, linkTo, level }: ChangeDaysProps) {
  const days = useMemo(() => daysOf(changes, loadedAt), [changes, loadedAt]);
  return days.map((day) => <OneDay key={day.key} day={day} linkTo={linkTo} level={level} />);
}

function OneDay({ day, linkTo, level }: { day: Day } & Pick<ChangeDaysProps, "linkTo" | "level">) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id} className="border-b border-line">
      <Heading id={id} className="bg-sunken px-4 py-1.5 text-sm font-semibold">
        {day.heading}
      </Heading>
      <ol className="divide-y divide-line">
        {day.lines.map((line) => (
          <ChangeLine key={line.key} line={line} linkTo={linkTo} />
        ))}
      </ol>
    </section>
  );
}
