import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { organizationsQuery } from "../api/people/organizations.ts";
import { organizationOf, withOrganization } from "./address.ts";
import { shortOrganization } from "./organization-label.ts";

const several = "several";

interface OrganizationFieldProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** The choice that names no organization. */
  unchosen?: string | undefined;
}

/**
 * The choice of one organization, for those who see all. Only the sheet shows its label; elsewhere it is for
 * screen readers.
 */
export default function OrganizationField({
  filter,
  onChange,
  unchosen = "All Organizations",
}: OrganizationFieldProps) {
  const id = useId();
  const { data, isPending } = useQuery(organizationsQuery);
  const organizations = data?.filter(({ deleting }) => !deleting);
  const chosen = organizationOf(filter);
  const unlisted = chosen !== undefined && !organizations?.some((each) => each.id === chosen);
  const isSeveral = chosen === undefined && filter.terms.has("org");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm text-muted md:sr-only">
        Organization
      </label>
      <select
        id={id}
        value={isSeveral ? several : (chosen ?? "")}
        onChange={({ target }) => onChange(withOrganization(filter, target.value || undefined))}
        className="h-8 max-w-56 min-w-0 truncate rounded-md border border-field bg-surface px-1.5 max-md:h-11 max-md:w-full max-md:max-w-none max-md:text-lg"
      >
        <option value="">{unchosen}</option>
        {isSeveral && (
          <option value={several} disabled>
            Several organizations
          </option>
        )}
        {unlisted && <option value={chosen}>{isPending ? "Loading…" : chosen}</option>}
        {organizations?.map(({ id: value, name }) => (
          <option key={value} value={value} title={name}>
            {shortOrganization(name)}
          </option>
        ))}
      </select>
    </div>
  );
}
