import { type OrganizationRole, organizationRoles } from "@shardwatch/core/contract/people/roles";
import { roleStyles } from "../../../ui/text/roles.ts";
import { SelectField } from "../../../ui/form/SelectField.tsx";

interface RoleFieldProps {
  value: OrganizationRole;
  onChange: (role: OrganizationRole) => void;
}

/** A role in an organization, with what it is for. */
export function RoleField({ value, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      hint={roleStyles[value].help}
      value={value}
      onChange={({ target }) => onChange(organizationRoles[target.selectedIndex] ?? value)}
      options={organizationRoles.map((role) => [role, roleStyles[role].label])}
    />
  );
}
