import { useId } from "react";
import { allRoles, type Role } from "@shardwatch/core/contract/people/roles";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { roleLooks } from "../../ui/text/roles.ts";

const help = allRoles.map((role) => roleLooks[role].help).join(" ");

interface RoleChoiceProps {
  roles: readonly Role[];
  onChange: (roles: readonly Role[]) => void;
  error: string | undefined;
}

/** The roles as checkboxes. */
export function RoleChoice({ roles, onChange, error }: RoleChoiceProps) {
  const id = useId();
  return (
    <fieldset
      data-invalid={error === undefined ? undefined : ""}
      aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
      className="grid justify-items-start gap-1"
    >
      <legend className="mb-1 text-sm font-medium">Roles</legend>
      <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
        {help}
      </p>
      {allRoles.map((role) => (
        <Checkbox
          key={role}
          label={roleLooks[role].label}
          checked={roles.includes(role)}
          onChange={({ target }) =>
            onChange(target.checked ? [...roles, role] : roles.filter((one) => one !== role))
          }
        />
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
