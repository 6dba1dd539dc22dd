import type { Change } from "@shardwatch/core/contract/history/changes";
import { useNamedSources } from "../../sources/named-sources.ts";
import { fieldGroups, fieldName } from "../../changes/field-names.ts";
import { FilterSelect } from "../../filter/FilterSelect.tsx";
import { Button } from "../../ui/form/Button.tsx";
import { DayField } from "../../filter/DayField.tsx";
import type { ChangesView } from "./changes-view.ts";

interface ChangeFiltersProps {
  view: ChangesView;
  /** The loaded changes, from which the deployments and the sources are known. */
  changes: readonly Change[];
  onChange: (part: ChangesView) => void;
  onClear: () => void;
}

/** The choices by their labels. The chosen one is always among them. */
function choicesOf(known: ReadonlyMap<string, string>, chosen: string | undefined) {
  const all = new Map(known);
  if (chosen !== undefined && !all.has(chosen)) all.set(chosen, chosen);
  return [...all].toSorted(([, one], [, other]) => one.localeCompare(other, "en", { numeric: true }));
}

/** The deployments of the loaded changes. The newest name counts. */
function deploymentsOf(changes: readonly Change[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const { id, name } of changes.flatMap(({ deployments }) => deployments))
    if (!known.has(id)) known.set(id, name);
  return known;
}

const sourceIdOf = (via: string) => via.split("/")[0] ?? via;

/** The filters of the feed, above its days. */
export function ChangeFilters({ view, changes, onChange, onClear }: ChangeFiltersProps) {
  const { org: _, ...filters } = view;
  const sources = changes.flatMap(({ source }) => source ?? []);
  const nameOf = useNamedSources([...new Set(sources.map(({ kind }) => kind))].toSorted());
  const named = new Map(
    sources.map(({ via }) => [sourceIdOf(via), nameOf(via)?.name ?? sourceIdOf(via)] as const),
  );
  const known =
    view.field !== undefined && fieldGroups.some(({ all, fields }) => [all, ...fields].includes(view.field));
  return (
    <search aria-label="Changes" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <FilterSelect
        label="What changed"
        all="All changes"
        value={view.field}
        onChange={(field) => onChange({ field })}
      >
        {view.field !== undefined && !known && <option value={view.field}>{fieldName(view.field)}</option>}
        {fieldGroups.map(({ label, all, fields }) => (
          <optgroup key={label} label={label}>
            {all !== undefined && <option value={all}>{label}: all</option>}
            {fields.map((field) => (
              <option key={field} value={field}>
                {label}: {fieldName(field)}
              </option>
            ))}
          </optgroup>
        ))}
      </FilterSelect>
      <FilterSelect
        label="Deployment"
        all="All deployments"
        value={view.deployment}
        choices={choicesOf(deploymentsOf(changes), view.deployment)}
        onChange={(deployment) => onChange({ deployment })}
      />
      <FilterSelect
        label="Source"
        all="All sources"
        value={view.source}
        choices={choicesOf(named, view.source)}
        onChange={(source) => onChange({ source })}
      />
      <DayField label="From" value={view.since} onChange={(since) => onChange({ since })} />
      <DayField label="To" value={view.until} onChange={(until) => onChange({ until })} />
      {Object.keys(filters).length > 0 && (
        <Button emphasis="quiet" onClick={onClear} className="max-md:h-11">
          Clear all
        </Button>
      )}
    </search>
  );
}
