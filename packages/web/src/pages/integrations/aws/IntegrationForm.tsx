import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import { roleArnFault } from "@shardwatch/core/contract/source/role-arn";
import { saveElastiCache } from "../../../api/sources/elasticache-changes.ts";
import { faultsOf } from "../../../lib/errors.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { useForm } from "../../../lib/use-form.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { Form } from "../../../ui/form/Form.tsx";

/** Maps the API's faults to the names of the form's fields. */
const withLabel = (detail: string) =>
  detail.replace(/^roleArn:? /, "Role ARN ").replace(/^externalId:? /, "External ID ");

interface Values {
  roleArn: string;
  /** Undefined until one is typed. The organization's own ID may load after the form has opened. */
  typedId: string | undefined;
}

interface IntegrationFormProps {
  /** The integration to change; undefined to connect a new account. */
  integration: ElastiCacheIntegration | undefined;
  /** The external ID of the organization, once it is known. */
  externalId: string | undefined;
  /** Called after saving, and on Cancel. */
  onClose: () => void;
  /** Called with the saved integration in place of `onClose`. */
  onSaved?: (saved: ElastiCacheIntegration) => void;
  /** Whether the first field takes the focus. Not where the form is below other content. */
  takesFocus?: boolean;
}

/** The form, which saves the integration, and the external ID that it sends. */
function useIntegrationForm({ integration, externalId = "", onClose, onSaved }: IntegrationFormProps) {
  const idOf = ({ typedId }: Values) => typedId ?? integration?.externalId ?? externalId;
  const form = useForm<Values>({
    initial: { roleArn: integration?.roleArn ?? "", typedId: undefined },
    faultsOf: (values) => {
      const fault = roleArnFault(values.roleArn);
      return {
        roleArn: fault && `Role ARN ${fault}`,
        typedId: idOf(values).trim() === "" ? "External ID is required" : undefined,
      };
    },
    send: async (values) => {
      const input = { roleArn: values.roleArn.trim(), externalId: idOf(values).trim() };
      const saved = await saveElastiCache(input, integration?.deploymentId);
      showSuccess(`ElastiCache credentials ${integration ? "updated" : "saved"} successfully!`);
      if (onSaved) onSaved(saved);
      else onClose();
    },
    failure: `Failed to ${integration ? "update" : "create"} ElastiCache integration`,
  });
  return { form, id: idOf(form.values) };
}

/** Asks for the role. The input stays when saving fails. */
export function IntegrationForm(props: IntegrationFormProps) {
  const { integration, onClose, takesFocus = true } = props;
  const { form, id } = useIntegrationForm(props);
  const { roleArn } = form.values;
  return (
    <Form
      form={form}
      place="section"
      label={integration ? "Edit AWS account" : "Connect AWS account"}
      verb="Save"
      pending="Saving…"
      incomplete={roleArn.trim() === "" || id.trim() === ""}
      {...(takesFocus && { focus: "first-field" as const })}
      onCancel={onClose}
      help={faultsOf(form.error).map((detail) => (
        <p key={detail} className="text-sm text-muted">
          {withLabel(detail)}
        </p>
      ))}
      beside={form.busy && <p className="text-sm text-muted">Checking the role…</p>}
      className="grid-cols-[minmax(0,42rem)] border-b border-line"
    >
      <Field
        label="Role ARN"
        aria-required
        autoComplete="off"
        spellCheck={false}
        onBlur={() => roleArn !== "" && form.check("roleArn")}
        {...form.field("roleArn")}
      />
      <Field
        label="External ID"
        name="externalId"
        aria-required
        autoComplete="off"
        spellCheck={false}
        value={id}
        error={form.faultOf("typedId")}
        hint="Your organization's external ID. The role's trust policy must require it."
        onChange={({ target }) => form.change({ typedId: target.value })}
      />
    </Form>
  );
}
