import { WandSparkles } from "lucide-react";
import { useState } from "react";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import { connectRedisCloud, type NewRedisCloud } from "../../../api/sources/redis-cloud-changes.ts";
import { byRedisCloud, config } from "../../../lib/settings/config.ts";
import { useForm } from "../../../lib/use-form.ts";
import { sharesDomain } from "../../../provider/cloud-keys.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { Form } from "../../../ui/form/Form.tsx";
import { KeyWizard } from "./KeyWizard.tsx";

/** Password managers must not store the keys. */
const unkept = { autoComplete: "new-password", "data-1p-ignore": true, "data-lpignore": "true" } as const;
const initial: NewRedisCloud = { name: "shardwatch-redis-cloud", apiKey: "", apiSecret: "" };

/** The missing fields, in the API's words. */
const faultsOf = ({ apiKey, apiSecret }: NewRedisCloud) => ({
  apiKey: apiKey.trim() === "" ? "API key is required" : undefined,
  apiSecret: apiSecret.trim() === "" ? "API secret is required" : undefined,
});

interface ConnectFormProps {
  onConnected: (integration: RedisCloud) => void;
  /** Without it, the form is a step of the wizard and has no button Cancel. */
  onCancel?: () => void;
}

/** Asks for the keys of an account, or creates them. The input stays when the API refuses it. */
export function ConnectForm({ onConnected, onCancel }: ConnectFormProps) {
  const [wizard, setWizard] = useState(false);
  const form = useForm({
    initial,
    faultsOf,
    send: async (keys) => onConnected(await connectRedisCloud(keys)),
    failure: "Failed to create Redis Cloud integration",
  });
  return (
    <>
      <Form
        form={form}
        place="section"
        label="Connect account"
        verb="Connect"
        pending="Connecting…"
        focus="first-field"
        {...(onCancel && { onCancel })}
        beside={
          // The wizard needs the person's own session at Redis Cloud.
          byRedisCloud() &&
          sharesDomain(location.hostname, config().providerApiUrl) && (
            <Button className="sm:ml-auto" onClick={() => setWizard(true)}>
              <WandSparkles aria-hidden className="size-3.5" />
              Create keys automatically
            </Button>
          )
        }
        className={`grid-cols-[minmax(0,36rem)] text-ink ${onCancel ? "border-b border-line" : "px-0"}`}
      >
        <Field label="Name" autoComplete="off" {...form.field("name")} />
        <Field
          label="API key"
          hint="Account key (x-api-key)"
          spellCheck={false}
          {...unkept}
          {...form.field("apiKey")}
        />
        <Field
          label="API secret"
          type="password"
          hint="User key (x-api-secret-key) of an owner or viewer"
          {...unkept}
          {...form.field("apiSecret")}
        />
      </Form>
      {wizard && (
        <KeyWizard
          onClose={() => setWizard(false)}
          onCreated={(created) => {
            setWizard(false);
            // A name that was typed stays. Without one, the account is called like the key.
            const { name } = form.values.name === initial.name ? created : form.values;
            form.change({ ...created, name });
            form.submitWith({ ...created, name });
          }}
        />
      )}
    </>
  );
}
