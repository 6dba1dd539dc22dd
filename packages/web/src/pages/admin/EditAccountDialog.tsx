import { useQuery } from "@tanstack/react-query";
import { useMemo, useId } from "react";
import type { Account } from "@shardwatch/core/contract/people/account";
import { saveAccount } from "../../api/people/accounts.ts";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { byName } from "../../lib/words/by-name.ts";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { FormDialog } from "../../ui/popup/FormDialog.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { fullName, nameOrEmail } from "../../lib/words/person-name.ts";
import { distinctNames } from "./distinct-names.ts";
import {
  allRoles,
  initialRole,
  type Role,
  rolesBeyondOrganization,
} from "@shardwatch/core/contract/people/roles";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { roleStyles } from "../../ui/text/roles.ts";

const help = allRoles.map((role) => roleStyles[role].help).join(" ");

interface RoleChoiceProps {
  roles: readonly Role[];
  onChange: (roles: readonly Role[]) => void;
  error: string | undefined;
}

/** The roles as checkboxes. */
function RoleChoice({ roles, onChange, error }: RoleChoiceProps) {
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
          label={roleStyles[role].label}
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

/**
 * The initial roles in the form for an organization. In their own organization a person keeps their roles. In
 * another one they start as viewer, because roles are given for one organization. A super admin keeps that
 * role everywhere.
 */
export function rolesFor({ roles, organization }: Account, organizationId: string): readonly Role[] {
  const stays = organizationId === (organization?.id ?? "");
  const kept = stays ? roles : rolesBeyondOrganization(roles);
  return stays && kept.length > 0 ? kept : [...kept, initialRole.newcomer];
}

interface Values {
  organizationId: string;
  roles: readonly Role[];
}

const faultsOf = ({ organizationId, roles }: Values) => ({
  organizationId: organizationId === "" ? "Organization is required" : undefined,
  roles: roles.length === 0 ? "At least one role is required" : undefined,
});

/** Changes organization and roles of an account. The choices stay when saving fails. */
export function EditAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const current = account.organization;
  const form = useForm<Values>({
    initial: { organizationId: current?.id ?? "", roles: rolesFor(account, current?.id ?? "") },
    faultsOf,
    send: async ({ organizationId, roles }) => {
      await saveAccount(account.id, { organizationId, roles: [...roles] });
      showSuccess("Account updated");
      onClose();
    },
    failure: "Failed to update account",
  });
  const { organizationId, roles } = form.values;
  const moves = current && organizationId !== "" && organizationId !== current.id;

  return (
    <FormDialog title="Edit account" onClose={onClose} form={form} verb="Save" pending="Saving…">
      <p className="break-words">
        <strong>{nameOrEmail(account)}</strong>
        {fullName(account) && <span className="block text-sm text-muted">{account.email}</span>}
      </p>
      <div className="grid gap-1.5">
        <OrganizationSelect
          current={current}
          value={organizationId}
          error={form.faultOf("organizationId")}
          onChange={(id) => form.change({ organizationId: id, roles: rolesFor(account, id) })}
        />
        {moves && (
          <p className="text-sm text-muted">
            Deployments and agent keys stay with {current.name}. In a new organization, people start as
            viewers.
          </p>
        )}
      </div>
      <RoleChoice
        roles={roles}
        onChange={(chosen) => form.change({ roles: chosen })}
        error={form.faultOf("roles")}
      />
    </FormDialog>
  );
}

interface OrganizationSelectProps {
  /** The account's organization, which the choices may lack. */
  current: Account["organization"];
  /** Id of the chosen one; "" for none. */
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

function OrganizationSelect({ current, value, error, onChange }: OrganizationSelectProps) {
  const { data, isPending, isError } = useQuery(organizationsQuery);
  const choices = useMemo(() => data?.filter(({ deleting }) => !deleting).toSorted(byName) ?? [], [data]);
  const names = useMemo(() => distinctNames(choices), [choices]);
  const unlisted = current && !choices.some(({ id }) => id === current.id);
  return (
    <SelectField
      label="Organization"
      required
      value={value}
      error={error ?? (isError && !data ? "Failed to load organizations" : undefined)}
      onChange={({ target }) => onChange(target.value)}
      options={choices.map(({ id, name }) => [id, names.get(id) ?? name])}
    >
      <option value="">{isPending ? "Loading…" : "Select an organization"}</option>
      {unlisted && <option value={current.id}>{current.name}</option>}
    </SelectField>
  );
}
