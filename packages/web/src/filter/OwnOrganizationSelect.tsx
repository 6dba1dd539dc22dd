import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../api/people/organizations.ts";
import { byName } from "../lib/words/by-name.ts";
import { FilterSelect } from "./FilterSelect.tsx";

interface OwnOrganizationSelectProps {
  value: string | undefined;
  onChange: (id: string) => void;
}

/** For super admins, who see their own organization first. One that is unknown or deleted is shown by its id. */
export function OwnOrganizationSelect({ value, onChange }: OwnOrganizationSelectProps) {
  const { data = [] } = useQuery(organizationsQuery);
  const listed = data.toSorted(byName);
  return (
    <FilterSelect
      label="Organization"
      all="Your organization"
      value={value}
      choices={listed.map(({ id, name }) => [id, name])}
      onChange={onChange}
    >
      {value !== undefined && !listed.some(({ id }) => id === value) && (
        <option value={value}>{value}</option>
      )}
    </FilterSelect>
  );
}
