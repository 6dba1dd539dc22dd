import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import type { Account } from "@shardwatch/core/contract/account";
import type { Role } from "@shardwatch/core/contract/roles";
import { saveAccount } from "../../api/accounts.ts";
import { describeError } from "../../lib/errors.ts";
import { organizationsQuery } from "../../api/organizations.ts";
import { showSuccess } from "../../lib/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { fullName } from "./account-columns.tsx";
import { distinctNames } from "./distinct-names.ts";
import { matching } from "./matching.ts";
import { RoleChoice } from "./RoleChoice.tsx";
import { rolesFor } from "./roles-for.ts";

const failureText = "Failed to update account";

/** Changes organization and roles of an account. What was chosen stays when saving fails. */
export function EditAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { data, isPending, isError } = useQuery(organizationsQuery);
  const choices = useMemo(
    () =>
      matching(
        (data ?? []).filter(({ deleting }) => !deleting),
        "",
        ({ name, id }) => [name, id],
      ),
    [data],
  );
  const names = useMemo(() => distinctNames(choices), [choices]);
  const current = account.organization;
  const [organizationId, setOrganizationId] = useState(current?.id ?? "");
  const [roles, setRoles] = useState<readonly Role[]>(() => rolesFor(account, current?.id ?? ""));
  const [checked, setChecked] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const described = failure === undefined ? undefined : describeError(failure, failureText);
  const unlisted = current && !choices.some(({ id }) => id === current.id);
  const moves = current && organizationId !== "" && organizationId !== current.id;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    if (organizationId === "") return form.querySelector("select")?.focus();
    if (roles.length === 0) return form.querySelector("input")?.focus();
    if (saving) return;
    setFailure(undefined);
    setSaving(true);
    try {
      await saveAccount(account.id, { organizationId, roles: [...roles] });
      showSuccess("Account updated");
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  return (
    <Dialog title="Edit account" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col" noValidate>
        <div className="grid gap-4 overflow-y-auto p-4">
          <p className="break-words">
            <strong>{fullName(account) || account.email}</strong>
            {fullName(account) && <span className="block text-sm text-muted">{account.email}</span>}
          </p>
          <div className="grid gap-1.5">
            <SelectField
              label="Organization"
              required
              value={organizationId}
              error={
                checked && organizationId === ""
                  ? "Organization is required"
                  : isError && !data
                    ? "Failed to load organizations"
                    : undefined
              }
              onChange={({ target }) => {
                setOrganizationId(target.value);
                setRoles(rolesFor(account, target.value));
              }}
            >
              <option value="">{isPending ? "Loading…" : "Select an organization"}</option>
              {unlisted && <option value={current.id}>{current.name}</option>}
              {choices.map(({ id, name }) => (
                <option key={id} value={id}>
                  {names.get(id) ?? name}
                </option>
              ))}
            </SelectField>
            {moves && (
              <p className="text-sm text-muted">
                Deployments and API keys stay with {current.name}. In another organization people start as
                viewers.
              </p>
            )}
          </div>
          <RoleChoice
            roles={roles}
            onChange={setRoles}
            error={checked && roles.length === 0 ? "At least one role is required" : undefined}
          />
          <Problem text={described?.headline}>
            {described?.detail && <p className="text-sm">{described.detail}</p>}
          </Problem>
        </div>
        <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" aria-disabled={saving || undefined}>
            {saving ? "Saving…" : "Save"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
