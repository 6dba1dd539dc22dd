import { incidentSeverities, type IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { filterControl } from "../../ui/form/filter-control.ts";
import type { IncidentsView, Tab } from "./incidents-view.ts";

interface IncidentFiltersProps {
  view: IncidentsView;
  onChange: (part: Partial<IncidentsView>) => void;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The severities that a tab can be filtered by. Left out where it has one, or no filter. */
const severitiesIn: Readonly<Partial<Record<Tab, readonly IncidentSeverity[]>>> = {
  open: incidentSeverities.filter((severity) => severity !== "info"),
  silenced: incidentSeverities,
};

/** Which incidents are listed. */
export function IncidentFilters({ view, onChange }: IncidentFiltersProps) {
  const severities = severitiesIn[view.tab];
  return (
    <search
      aria-label="Incidents"
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      {severities !== undefined && (
        <select
          aria-label="Severity"
          value={view.severity ?? ""}
          onChange={({ target }) =>
            onChange({ severity: incidentSeverities.find((severity) => severity === target.value) })
          }
          className={filterControl}
        >
          <option value="">All severities</option>
          {severities.map((severity) => (
            <option key={severity} value={severity}>
              {capital(severity)}
            </option>
          ))}
        </select>
      )}
      {view.tab !== "past" && (
        <Checkbox
          label="Group by deployment"
          checked={view.isGrouped}
          onChange={({ target }) => onChange({ isGrouped: target.checked })}
        />
      )}
    </search>
  );
}
