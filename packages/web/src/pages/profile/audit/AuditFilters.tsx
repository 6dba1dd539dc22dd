import { auditedActions, kindOf } from "@shardwatch/core/contract/people/audited-actions";
import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { FilterSelect } from "../../../filter/FilterSelect.tsx";
import { Button } from "../../../ui/form/Button.tsx";
import { DayField } from "../../../filter/DayField.tsx";
import { SearchField } from "../../../ui/form/SearchField.tsx";
import { actionTexts, actorText, kindTexts } from "./audit-texts.ts";
import type { AuditView } from "./audit-view.ts";

const results = [
  ["ok", "Done"],
  ["refused", "Refused"],
] as const;
const groups = [...Map.groupBy(auditedActions, kindOf)];

interface AuditFiltersProps {
  view: AuditView;
  /** The loaded events, from which the people are known. */
  events: readonly AuditEvent[];
  onChange: (part: AuditView, replace?: boolean) => void;
  onClear: () => void;
}

/** The people, keys and tokens of the loaded events, by id. The chosen one is always among them. */
function actorsOf(events: readonly AuditEvent[], chosen: string | undefined) {
  const known = new Map(events.map(({ actor }) => [actor.id ?? actor.kind, actorText(actor)]));
  if (chosen !== undefined && !known.has(chosen)) known.set(chosen, chosen);
  return [...known].toSorted(([, one], [, other]) => one.localeCompare(other));
}

/** The filters of the audit, above its table. */
export function AuditFilters({ view, events, onChange, onClear }: AuditFiltersProps) {
  const { org: _, ...filters } = view;
  return (
    <search aria-label="Audit" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <SearchField
        label="Search names, IDs and addresses"
        value={view.search ?? ""}
        onSearch={(search) => onChange({ search }, true)}
      />
      <FilterSelect
        label="Action"
        all="All actions"
        value={view.action}
        onChange={(action) => onChange({ action })}
      >
        {groups.map(([kind, actions]) => (
          <optgroup key={kind} label={kindTexts[kind]}>
            {actions.length > 1 && <option value={kind}>{kindTexts[kind]}: all</option>}
            {actions.map((action) => (
              <option key={action} value={action}>
                {actionTexts[action]}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Who"
        all="Everyone"
        value={view.actor}
        choices={actorsOf(events, view.actor)}
        onChange={(actor) => onChange({ actor })}
      />
      <FilterSelect
        label="Result"
        all="Any result"
        value={view.result}
        choices={results}
        onChange={(result) => onChange({ result })}
      />
      <DayField label="From" value={view.since} onChange={(since) => onChange({ since })} />
      <DayField label="To" value={view.until} onChange={(until) => onChange({ until })} />
      {view.object !== undefined && (
        <span className="max-w-56 truncate rounded-sm border border-line px-1.5 text-xs text-muted">
          Object {view.object}
        </span>
      )}
      {Object.keys(filters).length > 0 && (
        <Button emphasis="quiet" onClick={onClear} className="max-md:h-11">
          Clear all
        </Button>
      )}
    </search>
  );
}
