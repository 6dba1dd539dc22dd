import { type FormEvent, useEffect, useRef, useState } from "react";
import { WandSparkles } from "lucide-react";
import type { RedisCloud } from "@shardwatch/core/contract/redis-cloud";
import { describeError } from "../../../lib/errors.ts";
import { connectRedisCloud, type NewRedisCloud } from "../../../api/redis-cloud.ts";
import { config } from "../../../lib/config.ts";
import { sharesDomain } from "../../../provider/cloud-keys.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Problem } from "../../../ui/Problem.tsx";
import { KeyWizard } from "./KeyWizard.tsx";

/** The form is for keys: nothing that keeps passwords has a place in it. */
const unkept = { autoComplete: "new-password", "data-1p-ignore": true, "data-lpignore": "true" } as const;
const defaultName = "shardwatch-redis-cloud";

interface ConnectFormProps {
  onConnected: (integration: RedisCloud) => void;
  onCancel: () => void;
}

/** Asks for the keys of an account, or has them created. What is refused stays filled in. */
export function ConnectForm({ onConnected, onCancel }: ConnectFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<NewRedisCloud>({ name: defaultName, apiKey: "", apiSecret: "" });
  const [checked, setChecked] = useState(false);
  const [saving, setSaving] = useState(false);
  const [wizard, setWizard] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const described =
    failure === undefined ? undefined : describeError(failure, "Failed to create Redis Cloud integration");
  const faults = faultsOf(values);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function save(wanted: NewRedisCloud) {
    setChecked(true);
    if (saving || Object.values(faultsOf(wanted)).some(Boolean)) return;
    setSaving(true);
    setFailure(undefined);
    try {
      onConnected(await connectRedisCloud(wanted));
    } catch (error) {
      setFailure(error);
      setSaving(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(values);
  }

  // Keys that were typed need not belong to the account that the wizard has chosen.
  const field = (name: "name" | "apiKey" | "apiSecret") => ({
    name,
    value: values[name],
    error: checked ? faults[name] : undefined,
    onChange: (event: { target: { value: string } }) => {
      const { redisCloudAccountId: _, ...rest } = values;
      setValues({ ...rest, [name]: event.target.value });
    },
  });

  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Connect account"
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,36rem)] gap-4 border-b border-line p-4"
      >
        <Field label="Name" autoComplete="off" {...field("name")} />
        <Field
          label="API key"
          hint="The account key, sent as x-api-key."
          spellCheck={false}
          {...unkept}
          {...field("apiKey")}
        />
        <Field
          label="API secret"
          type="password"
          hint="A user key of an owner or a viewer, sent as x-api-secret-key."
          {...unkept}
          {...field("apiSecret")}
        />
        <Problem text={described?.headline}>
          {described?.detail && <p className="text-sm">{described.detail}</p>}
        </Problem>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" aria-disabled={saving || undefined}>
            {saving ? "Connecting…" : "Connect"}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
          {sharesDomain(location.hostname, config().providerApiUrl) && (
            <Button className="sm:ml-auto" onClick={() => setWizard(true)}>
              <WandSparkles aria-hidden className="size-3.5" />
              Create the keys for me
            </Button>
          )}
        </div>
      </form>
      {wizard && (
        <KeyWizard
          onClose={() => setWizard(false)}
          onCreated={(created) => {
            setWizard(false);
            setValues(created);
            void save(created);
          }}
        />
      )}
    </>
  );
}

/** What is missing, in the same words as the API's. */
function faultsOf({ apiKey, apiSecret }: NewRedisCloud): Partial<Record<keyof NewRedisCloud, string>> {
  return {
    ...(apiKey.trim() === "" && { apiKey: "API key is required" }),
    ...(apiSecret.trim() === "" && { apiSecret: "API secret is required" }),
  };
}
