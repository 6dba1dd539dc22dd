import type { OrganizationRole } from "@shardwatch/core/contract/roles";
import { useId } from "react";
import { roleLooks } from "../../../ui/roles.ts";
import { SelectField } from "../../../ui/SelectField.tsx";

const choices: readonly OrganizationRole[] = ["VIEWER", "ORG_ADMIN"];

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
        onChange={({ target }) => onChange(choices[target.selectedIndex] ?? value)}
      >
        {choices.map((role) => (
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
