import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/elasticache";
import { roleArnFault } from "@shardwatch/core/contract/role-arn";
import { describeError, faultsOf } from "../../../lib/errors.ts";
import { saveElastiCache } from "../../../api/elasticache.ts";
import { showSuccess } from "../../../lib/toasts.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Problem } from "../../../ui/Problem.tsx";

/** What the API says of a field, under the name that the field has here. */
const withLabel = (detail: string) =>
  detail.replace(/^roleArn:? /, "Role ARN ").replace(/^externalId:? /, "External ID ");

interface IntegrationFormProps {
  /** The one to change; none to connect a new account. */
  integration: ElastiCacheIntegration | undefined;
  /** The external ID of the organization, once it is known. */
  externalId: string | undefined;
  /** Called when it is saved, and when the person thinks better of it. */
  onClose: () => void;
}

/** Asks for the role. What was typed stays when saving fails. */
export function IntegrationForm({ integration, externalId = "", onClose }: IntegrationFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [roleArn, setRoleArn] = useState(integration?.roleArn ?? "");
  // Undefined until somebody types another one: it may be known only after the form is open.
  const [typedId, setTypedId] = useState<string>();
  const [checked, setChecked] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const fallback = `Failed to ${integration ? "update" : "create"} ElastiCache integration`;
  const described = failure === undefined ? undefined : describeError(failure, fallback);
  const id = typedId ?? integration?.externalId ?? externalId;
  const blank = roleArn.trim() === "" || id.trim() === "";
  const fault = checked ? roleArnFault(roleArn) : undefined;
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (saving || blank || roleArnFault(roleArn)) return;
    setSaving(true);
    setFailure(undefined);
    try {
      await saveElastiCache({ roleArn: roleArn.trim(), externalId: id.trim() }, integration?.deploymentId);
      showSuccess(`ElastiCache credentials ${integration ? "updated" : "saved"} successfully!`);
      onClose();
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={integration ? "Edit AWS account" : "Connect AWS account"}
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,42rem)] gap-4 border-b border-line p-4"
    >
      <Field
        label="Role ARN"
        name="roleArn"
        aria-required
        autoComplete="off"
        spellCheck={false}
        value={roleArn}
        error={fault && `Role ARN ${fault}`}
        onChange={(event) => setRoleArn(event.target.value)}
        onBlur={() => setChecked(roleArn !== "")}
      />
      <Field
        label="External ID"
        name="externalId"
        aria-required
        autoComplete="off"
        spellCheck={false}
        value={id}
        hint="The one of your organization, which the role's trust policy must require."
        onChange={(event) => setTypedId(event.target.value)}
      />
      <Problem text={described?.headline}>
        {described?.detail && <p className="text-sm">{described.detail}</p>}
        {faultsOf(failure).map((detail) => (
          <p key={detail} className="text-sm text-muted">
            {withLabel(detail)}
          </p>
        ))}
      </Problem>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={saving || blank}>
          {saving ? "Saving…" : "Save"}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {saving && <p className="text-sm text-muted">AWS is asked whether the role lets us in.</p>}
      </div>
    </form>
  );
}
