import { Circle, CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { useState } from "react";
import type { NewRedisCloud } from "../../../api/sources/redis-cloud-changes.ts";
import { useForm } from "../../../lib/use-form.ts";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { accountsWithAccess, createCloudKey, type KeyAccount } from "../../../provider/cloud-keys.ts";
import { currentUser } from "../../../session/session.ts";

type StepState = "pending" | "loading" | "completed" | "error";

interface Progress {
  fetching: StepState;
  creating: StepState;
}

/** The same error with a sentence for the person. */
const described = (error: unknown) =>
  error instanceof Error && error.message !== ""
    ? error
    : new Error("Unknown error occurred", { cause: error });

/**
 * The two steps of the wizard. Both throw an Error with a sentence. Their results are kept in this state
 * only.
 */
function useKeyWizard(onCreated: (created: NewRedisCloud) => void) {
  const [progress, setProgress] = useState<Progress>({ fetching: "pending", creating: "pending" });
  const [accounts, setAccounts] = useState<KeyAccount[]>();

  async function fetchAccounts(name: string): Promise<void> {
    setProgress({ fetching: "loading", creating: "pending" });
    const found = await accountsWithAccess().catch((error: unknown) => {
      setProgress({ fetching: "error", creating: "pending" });
      throw described(error);
    });
    setAccounts(found);
    setProgress({ fetching: "completed", creating: "pending" });
    const [only] = found;
    if (only && found.length === 1) await create(only, name);
  }

  async function create(account: KeyAccount, name: string): Promise<void> {
    setProgress({ fetching: "completed", creating: "loading" });
    try {
      const secret = await createCloudKey(account, name, currentUser()?.redisCloudId ?? "");
      setProgress({ fetching: "completed", creating: "completed" });
      const { id, accessKey } = account;
      onCreated({ name, apiKey: accessKey, apiSecret: secret, redisCloudAccountId: id });
    } catch (error) {
      setProgress({ fetching: "completed", creating: "error" });
      throw described(error);
    }
  }

  return { ...progress, accounts, fetchAccounts, create };
}

const stepStyles = {
  pending: { icon: Circle, tone: "text-faint" },
  loading: { icon: LoaderCircle, tone: "animate-spin text-muted motion-reduce:animate-none" },
  completed: { icon: CircleCheck, tone: "text-good" },
  error: { icon: CircleAlert, tone: "text-bad" },
} as const satisfies Record<StepState, object>;

function Step({ label, state }: { label: string; state: StepState }) {
  const { icon: Icon, tone } = stepStyles[state];
  return (
    <li data-state={state} className="flex items-center gap-2">
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      {label}
      <span className="text-sm text-muted">({state})</span>
    </li>
  );
}

interface KeyWizardProps {
  onCreated: (created: NewRedisCloud) => void;
  onClose: () => void;
}

/** Creates a key at Redis Cloud with the person's own session: it finds the account, then creates the key. */
export function KeyWizard({ onCreated, onClose }: KeyWizardProps) {
  const [chosen, setChosen] = useState(0);
  const { fetching, creating, accounts, fetchAccounts, create } = useKeyWizard(onCreated);
  const account = fetching === "completed" ? accounts?.[chosen] : undefined;
  const form = useForm({
    initial: { keyName: "shardwatch-redis-cloud" },
    faultsOf: ({ keyName }) => ({ keyName: keyName.trim() === "" ? "Key name is required" : undefined }),
    send: async ({ keyName }) => {
      await (account ? create(account, keyName.trim()) : fetchAccounts(keyName.trim()));
    },
    // With several accounts the person must choose one. Then the same form continues.
    after: "kept",
  });

  return (
    <FormDialog
      title="Create API key"
      guarded={creating === "loading"}
      form={form}
      label="Create API key"
      verb={form.problem ? "Retry" : account ? "Continue" : "Create key"}
      pending="Working…"
      focus="first-field"
      onClose={onClose}
    >
      <p>We'll create a key in your Redis Cloud account and connect it.</p>
      <Field
        label="Key name"
        autoComplete="off"
        hint="10-50 characters: letters, numbers, hyphens and underscores."
        {...form.field("keyName")}
      />
      {accounts && accounts.length > 1 && (
        <fieldset className="grid gap-1.5">
          <legend className="text-sm font-medium">Account</legend>
          {accounts.map(({ id, name, current }, index) => (
            <label key={id} className="flex min-w-0 items-center gap-2">
              <input
                type="radio"
                name="account"
                checked={index === chosen}
                onChange={() => setChosen(index)}
              />
              <span className="min-w-0 break-words">{name}</span>
              <span className="figures text-sm text-muted">
                {id}
                {current && ", current"}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div role="status">
        <ol aria-label="Progress" className="grid gap-2">
          <Step label="Fetching Account Information" state={fetching} />
          <Step label="Creating API Key" state={creating} />
        </ol>
      </div>
    </FormDialog>
  );
}
