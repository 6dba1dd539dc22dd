import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../api/people/organizations.ts";
import { byName } from "../lib/words/by-name.ts";
import { filterControl } from "../ui/form/filter-control.ts";

interface OwnOrganizationSelectProps {
  value: string | undefined;
  onChange: (id: string) => void;
}

/** For super admins, who see their own organization first. One that is unknown or deleted is shown by its id. */
export function OwnOrganizationSelect({ value, onChange }: OwnOrganizationSelectProps) {
  const { data = [] } = useQuery(organizationsQuery);
  const listed = data.toSorted(byName);
  return (
    <select
      aria-label="Organization"
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value)}
      className={filterControl}
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
