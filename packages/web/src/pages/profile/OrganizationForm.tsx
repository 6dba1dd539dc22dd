import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Organization } from "@shardwatch/core/contract/organization";
import { describeError } from "../../lib/errors.ts";
import { saveOwnOrganization } from "../../session/own-organization.ts";
import { showSuccess } from "../../lib/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { TextAreaField } from "../../ui/TextAreaField.tsx";

export const onlyAdminsLabel = "Only admins manage keys and integrations";

interface OrganizationFormProps {
  organization: Organization;
  /** Called when it is saved, and when the person thinks better of it. */
  onClose: () => void;
}

/** Changes name, description and who manages sources. The fields keep what was typed when saving fails. */
export function OrganizationForm({ organization, onClose }: OrganizationFormProps) {
  const hintId = useId();
  const name = useRef<HTMLInputElement>(null);
  const [nameless, setNameless] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const described =
    failure === undefined ? undefined : describeError(failure, "Failed to update organization");
  useEffect(() => name.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (saving) return;
    const fields = new FormData(event.currentTarget);
    const text = (field: string) => {
      const value = fields.get(field);
      return typeof value === "string" ? value.trim() : "";
    };
    const onlyAdmins = fields.has("onlyAdminsManageSources");
    const input = {
      name: text("name"),
      description: text("description"),
      ...(onlyAdmins !== organization.onlyAdminsManageSources && { onlyAdminsManageSources: onlyAdmins }),
    };
    setFailure(undefined);
    setNameless(input.name === "");
    if (input.name === "") return name.current?.focus();
    setSaving(true);
    try {
      await saveOwnOrganization(input);
      showSuccess("Organization updated");
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="grid max-w-xl gap-4 p-4">
      <Field
        ref={name}
        label="Name"
        name="name"
        defaultValue={organization.name}
        maxLength={100}
        autoComplete="off"
        aria-required
        error={nameless ? "Organization name is required" : undefined}
      />
      <TextAreaField
        label="Description"
        hint="Optional"
        name="description"
        defaultValue={organization.description ?? ""}
        maxLength={500}
      />
      <div className="grid gap-1">
        <Checkbox
          label={onlyAdminsLabel}
          name="onlyAdminsManageSources"
          defaultChecked={organization.onlyAdminsManageSources}
          aria-describedby={hintId}
        />
        <p id={hintId} className="text-sm text-muted">
          Viewers keep seeing them. What viewers have created stays in the organization when they leave.
        </p>
      </div>
      <Problem text={described?.headline}>
        {described?.detail && <p className="text-sm">{described.detail}</p>}
        {described?.requestId && (
          <p className="font-mono text-xs break-all text-muted">Request {described.requestId}</p>
        )}
      </Problem>
      <div className="flex gap-2">
        <Button type="submit" look="primary" aria-disabled={saving || undefined}>
          {saving ? "Saving…" : "Save"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
