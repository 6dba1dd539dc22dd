import { useId, useState } from "react";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { byName } from "../../../../lib/words/by-name.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { chosenZone, useZone, type ZoneChoice } from "../../../../lib/time/time-zone.ts";
import { browserZone } from "../../../../lib/time/zone.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { CustomRange } from "./CustomRange.tsx";
import type { ChangeHistoryView } from "./use-history-view.ts";
import { type HistoryView, rangeNames, ranges } from "./view.ts";

const selectClass = "h-8 min-w-0 rounded-md border border-field bg-surface px-1.5 text-ink max-md:h-11";
const chosen = "aria-pressed:border-accent aria-pressed:text-accent";

/** The least width of a target for a finger, in pixels. */
const finger = 44;

interface HistoryToolbarProps {
  headingId: string;
  /** Empty while only their number is known. */
  databases: readonly Pick<Database, "id" | "name">[];
  /** Whether there is a choice between them. */
  several: boolean;
  view: HistoryView;
  change: ChangeHistoryView;
}

/** What the charts show: the range, which databases, and in which time zone. */
export function HistoryToolbar({ headingId, databases, several, view, change }: HistoryToolbarProps) {
  const ids = { databases: useId(), zone: useId(), own: useId() };
  const zone = useZone();
  const isFixed = typeof view.range === "object";
  const [isOpen, setOpen] = useState(false);
  const named = databases.map((one) => ({ id: one.id, name: databaseName(one) })).toSorted(byName);
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={headingId} className="font-semibold">
          History
        </h2>
        <div className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
          <label htmlFor={ids.zone} className="text-muted">
            Time zone
          </label>
          <select
            id={ids.zone}
            value={chosenZone.use()}
            onChange={({ target }) => chosenZone.set(target.value as ZoneChoice)}
            className={selectClass}
          >
            <option value="browser">{browserZone().name}, of this browser</option>
            <option value="utc">UTC</option>
          </select>
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
        <div role="group" aria-label="Range" className="flex flex-wrap gap-1">
          {rangeNames.map((name) => (
            <Button
              key={name}
              aria-pressed={view.range === name && !view.zoom}
              onClick={() => change({ range: name, zoom: undefined })}
              className={chosen}
              style={{ minWidth: finger }}
            >
              {ranges[name].label}
            </Button>
          ))}
          <Button
            aria-pressed={isFixed}
            aria-expanded={isOpen}
            aria-controls={ids.own}
            onClick={() => setOpen(!isOpen)}
            className={chosen}
          >
            Own range
          </Button>
        </div>
        {several && (
          <div className="flex min-w-0 items-center gap-2 text-sm md:ml-auto">
            <label htmlFor={ids.databases} className="text-muted">
              Databases
            </label>
            <select
              id={ids.databases}
              value={view.database}
              onChange={({ target }) => change({ database: target.value })}
              className={selectClass}
            >
              <option value="total">All as one</option>
              <option value="each">Each</option>
              {named.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
      </div>
      <div id={ids.own} hidden={!isOpen}>
        {isOpen && (
          <CustomRange
            view={view}
            zone={zone}
            onShow={(range) => {
              setOpen(false);
              change({ range, zoom: undefined });
            }}
          />
        )}
      </div>
    </>
  );
}
