import { type OrganizationRole, organizationRoles } from "@shardwatch/core/contract/people/roles";
import { useId } from "react";
import { roleLooks } from "../../../ui/text/roles.ts";
import { SelectField } from "../../../ui/form/SelectField.tsx";

interface RoleFieldProps {
  value: OrganizationRole;
  onChange: (role: OrganizationRole) => void;
}

/** A role in an organization, with what it is for. */
export function RoleField({ value, onChange }: RoleFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <SelectField
        label="Role"
        value={value}
        aria-describedby={id}
        onChange={({ target }) => onChange(organizationRoles[target.selectedIndex] ?? value)}
      >
        {organizationRoles.map((role) => (
          <option key={role} value={role}>
            {roleLooks[role].label}
          </option>
        ))}
      </SelectField>
      <p id={id} className="text-sm text-muted">
        {roleLooks[value].help}
      </p>
    </div>
  );
}
