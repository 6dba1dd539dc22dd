import { type FormEvent, useEffect, useRef, useState } from "react";
import type { OrganizationListItem } from "@shardwatch/core/contract/organization";
import { describeError } from "../../lib/errors.ts";
import { createOrganization, saveOrganization } from "../../api/organizations.ts";
import { showSuccess } from "../../lib/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";

interface OrganizationDialogProps {
  /** The one to be changed; undefined to create one. */
  organization: OrganizationListItem | undefined;
  onClose: () => void;
}

/** Creates an organization, or changes its name and description. What was typed stays when saving fails. */
export function OrganizationDialog({ organization, onClose }: OrganizationDialogProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(organization?.name ?? "");
  const [description, setDescription] = useState(organization?.description ?? "");
  const [checked, setChecked] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const verb = organization ? "update" : "create";
  const described =
    failure === undefined ? undefined : describeError(failure, `Failed to ${verb} organization`);
  useEffect(() => nameField.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim() === "") return nameField.current?.focus();
    if (saving) return;
    setFailure(undefined);
    setSaving(true);
    const input = { name: name.trim(), description: description.trim() };
    try {
      await (organization ? saveOrganization(organization.id, input) : createOrganization(input));
      showSuccess(organization ? "Organization updated" : "Organization created");
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  return (
    <Dialog title={organization ? "Edit organization" : "Create Organization"} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="flex min-h-0 flex-col" noValidate>
        <div className="grid gap-4 overflow-y-auto p-4">
          <Field
            ref={nameField}
            label="Name"
            value={name}
            onChange={({ target }) => setName(target.value)}
            required
            maxLength={100}
            autoComplete="off"
            error={checked && name.trim() === "" ? "Organization name is required" : undefined}
          />
          <TextAreaField
            label="Description"
            hint="Optional"
            value={description}
            onChange={({ target }) => setDescription(target.value)}
            maxLength={500}
          />
          <Problem text={described?.headline}>
            {described?.detail && <p className="text-sm">{described.detail}</p>}
          </Problem>
        </div>
        <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" aria-disabled={saving || undefined}>
            {saving ? "Saving…" : organization ? "Save" : "Create"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
