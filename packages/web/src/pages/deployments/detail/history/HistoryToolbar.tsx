import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router-dom";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { byName } from "../../../../lib/words/by-name.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { chosenZone, useZone, type ZoneChoice } from "../../../../lib/time/time-zone.ts";
import { browserZone } from "../../../../lib/time/zone.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { textLinkClass } from "../../../../ui/text/TextLink.tsx";
import { CompareButtons } from "../../../../ui/chart/CompareButtons.tsx";
import { CustomRange } from "./CustomRange.tsx";
import type { ChangeQueryView } from "../../../../lib/address/use-query-view.ts";
import { type HistoryView, rangeNames, ranges } from "./view.ts";

const chosen = "aria-pressed:border-accent aria-pressed:text-accent";

/** The least width of a target for a finger, in pixels. */
const finger = 44;

interface LabelledSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className: string;
  children: ReactNode;
}

function LabelledSelect({ label, value, onChange, className, children }: LabelledSelectProps) {
  const id = useId();
  return (
    <div className={`flex min-w-0 items-center gap-2 text-sm ${className}`}>
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-8 min-w-0 rounded-md border border-field bg-surface px-1.5 text-ink max-md:h-11"
      >
        {children}
      </select>
    </div>
  );
}

interface DatabaseSelectProps {
  /** Empty while only their number is known. */
  databases: readonly Pick<Database, "id" | "name">[];
  view: HistoryView;
  change: ChangeQueryView<HistoryView>;
  /** The page of a database, by its id. */
  addressOf?: (database: string) => string;
}

function DatabaseSelect({ databases, view, change, addressOf }: DatabaseSelectProps) {
  const named = databases.map((one) => ({ id: one.id, name: databaseName(one) })).toSorted(byName);
  const isOne = databases.some(({ id }) => id === view.database);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 md:ml-auto">
      {isOne && addressOf && (
        <Link to={addressOf(view.database)} className={`${textLinkClass} text-sm`}>
          Open database
        </Link>
      )}
      <LabelledSelect
        label="Databases"
        value={view.database}
        onChange={(database) => change({ database })}
        className=""
      >
        <option value="total">Total</option>
        <option value="each">By database</option>
        {named.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </LabelledSelect>
    </div>
  );
}

interface HistoryToolbarProps extends DatabaseSelectProps {
  headingId: string;
  /** Whether there is a choice between databases. */
  several: boolean;
  /** Copies the command that shows the same. */
  command?: ReactNode;
}

/** What the charts show: the range, what it is compared with, which databases, and in which time zone. */
export function HistoryToolbar({
  headingId,
  several,
  view,
  change,
  command,
  ...choice
}: HistoryToolbarProps) {
  const ownRangeId = useId();
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={headingId} className="font-semibold">
          History
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {command}
          <LabelledSelect
            label="Time zone"
            value={chosenZone.use()}
            onChange={(name) => chosenZone.set(name as ZoneChoice)}
            className="flex-wrap"
          >
            <option value="browser">Browser time ({browserZone().name})</option>
            <option value="utc">UTC</option>
          </LabelledSelect>
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-2">
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
            aria-pressed={typeof view.range === "object"}
            aria-expanded={isOpen}
            aria-controls={ownRangeId}
            onClick={() => setOpen(!isOpen)}
            className={chosen}
          >
            Custom range
          </Button>
        </div>
        <CompareButtons period={view.compare} onChange={(compare) => change({ compare })} />
        {several && <DatabaseSelect view={view} change={change} {...choice} />}
      </div>
      <div id={ownRangeId} hidden={!isOpen}>
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
