import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { truncate } from "@shardwatch/core/kit/text";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { byName } from "../../lib/words/by-name.ts";
import { distinctNames } from "./distinct-names.ts";

const nameLength = 80;

interface OrganizationFilterProps {
  /** Id of the chosen one; undefined for all. */
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Chooses the organization of the listed accounts. An unknown or not yet loaded one is shown by its id. */
export function OrganizationFilter({ value, onChange }: OrganizationFilterProps) {
  const { data, isPending, isError } = useQuery(organizationsQuery);
  const sorted = useMemo(() => data?.toSorted(byName) ?? [], [data]);
  const names = useMemo(() => distinctNames(sorted), [sorted]);
  const unlisted = value !== undefined && !sorted.some(({ id }) => id === value);
  return (
    <>
      <select
        aria-label="Organization"
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value || undefined)}
        className="h-8 max-w-56 min-w-0 truncate rounded-md border border-field bg-surface px-1.5 max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-lg"
      >
        <option value="">All Organizations</option>
        {unlisted && <option value={value}>{isPending ? "Loading…" : value}</option>}
        {sorted.map(({ id, name }) => (
          <option key={id} value={id} title={name}>
            {truncate(names.get(id) ?? name, nameLength)}
          </option>
        ))}
      </select>
      {isError && !data && <p className="text-sm text-bad">Failed to load organizations</p>}
    </>
  );
}
