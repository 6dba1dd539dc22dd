import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { auditedActions, kindOf } from "@shardwatch/core/contract/audited-actions";
import type { AuditEvent } from "@shardwatch/core/contract/audit";
import { organizationsQuery } from "../../../api/organizations.ts";
import { byName } from "../../../lib/by-name.ts";
import { Button } from "../../../ui/Button.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { actionTexts, actorText, kindTexts } from "./audit-texts.ts";
import type { AuditView } from "./audit-view.ts";

const control =
  "h-8 min-w-0 max-w-56 rounded-md border border-field bg-surface px-1.5 max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-lg";

const groups = [...Map.groupBy(auditedActions, kindOf)];

interface AuditFiltersProps {
  view: AuditView;
  /** The loaded events, from which the people are known. */
  events: readonly AuditEvent[];
  onChange: (part: AuditView, replace?: boolean) => void;
  onClear: () => void;
  choosesOrganization: boolean;
}

/** The people and keys of the loaded events, by id. The chosen one is always among them. */
function actorsOf(events: readonly AuditEvent[], chosen: string | undefined) {
  const known = new Map(events.map(({ actor }) => [actor.id ?? actor.kind, actorText(actor)]));
  if (chosen !== undefined && !known.has(chosen)) known.set(chosen, chosen);
  return [...known].toSorted(([, one], [, other]) => one.localeCompare(other));
}

/** The filters of the audit, above its table. */
export function AuditFilters({ view, events, onChange, onClear, choosesOrganization }: AuditFiltersProps) {
  const { org: _, ...filters } = view;
  return (
    <search aria-label="Audit" className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <SearchField
        label="Search names, IDs and addresses"
        value={view.search ?? ""}
        onSearch={(search) => onChange({ search }, true)}
      />
      {choosesOrganization && <OrganizationSelect value={view.org} onChange={(org) => onChange({ org })} />}
      <select
        aria-label="Action"
        value={view.action ?? ""}
        onChange={({ target }) => onChange({ action: target.value })}
        className={control}
      >
        <option value="">All actions</option>
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
      </select>
      <select
        aria-label="Person or key"
        value={view.actor ?? ""}
        onChange={({ target }) => onChange({ actor: target.value })}
        className={control}
      >
        <option value="">Everyone</option>
        {actorsOf(events, view.actor).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Result"
        value={view.result ?? ""}
        onChange={({ target }) => onChange({ result: target.value })}
        className={control}
      >
        <option value="">Any result</option>
        <option value="ok">Done</option>
        <option value="refused">Refused</option>
      </select>
      <Day label="From" value={view.since} onChange={(since) => onChange({ since })} />
      <Day label="To" value={view.until} onChange={(until) => onChange({ until })} />
      {view.object !== undefined && (
        <span className="max-w-56 truncate rounded-sm border border-line px-1.5 text-xs text-muted">
          Object {view.object}
        </span>
      )}
      {Object.keys(filters).length > 0 && (
        <Button look="quiet" onClick={onClear} className="max-md:h-11">
          Clear all
        </Button>
      )}
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}

function Day({ label, value = "", onChange }: DayProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5 max-md:w-full">
      <label htmlFor={id} className="text-sm text-muted max-md:w-12">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={control}
      />
    </span>
  );
}

interface OrganizationSelectProps {
  value: string | undefined;
  onChange: (id: string) => void;
}

/** For super admins. One that is unknown or deleted is shown by its id: its audit outlives it. */
function OrganizationSelect({ value, onChange }: OrganizationSelectProps) {
  const { data = [] } = useQuery(organizationsQuery);
  const listed = data.toSorted(byName);
  return (
    <select
      aria-label="Organization"
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value)}
      className={control}
    >
      <option value="">Your organization</option>
      {value !== undefined && !listed.some(({ id }) => id === value) && (
        <option value={value}>{value}</option>
      )}
      {listed.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
