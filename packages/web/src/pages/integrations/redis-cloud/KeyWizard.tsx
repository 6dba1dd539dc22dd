import { Circle, CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { NewRedisCloud } from "../../../api/redis-cloud.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Problem } from "../../../ui/Problem.tsx";
import { type StepState, useKeyWizard } from "./use-key-wizard.ts";

const looks = {
  pending: { icon: Circle, tone: "text-faint" },
  loading: { icon: LoaderCircle, tone: "animate-spin text-accent motion-reduce:animate-none" },
  completed: { icon: CircleCheck, tone: "text-good" },
  error: { icon: CircleAlert, tone: "text-bad" },
} as const satisfies Record<StepState, object>;

function Step({ label, state }: { label: string; state: StepState }) {
  const { icon: Icon, tone } = looks[state];
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

/** Creates a key at Redis Cloud with the person's own session there: finds the account, then makes the key. */
export function KeyWizard({ onCreated, onClose }: KeyWizardProps) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState("shardwatch-redis-cloud");
  const [checked, setChecked] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { fetching, creating, error, running, accounts, ...wizard } = useKeyWizard(onCreated);
  const fault = name.trim() === "" ? "Key name is required" : undefined;
  const account = fetching === "completed" ? accounts?.[chosen] : undefined;
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function go(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (running || fault) return;
    void (account ? wizard.create(account, name.trim()) : wizard.fetchAccounts(name.trim()));
  }

  return (
    <Dialog title="Create API key" guarded={creating === "loading"} onClose={onClose}>
      <form ref={form} noValidate aria-label="Create API key" onSubmit={go} className="contents">
        <div className="grid gap-4 overflow-y-auto p-4">
          <p>A key is created in your Redis Cloud account, and connected here at once.</p>
          <Field
            label="Key name"
            name="keyName"
            autoComplete="off"
            value={name}
            hint="10-50 characters: letters, numbers, hyphens and underscores."
            error={checked ? fault : undefined}
            onChange={(event) => setName(event.target.value)}
          />
          {accounts && accounts.length > 1 && (
            <fieldset className="grid gap-1.5">
              <legend className="text-sm font-medium">Account</legend>
              {accounts.map(({ id, name: label, current }, index) => (
                <label key={id} className="flex min-w-0 items-center gap-2">
                  <input
                    type="radio"
                    name="account"
                    checked={index === chosen}
                    onChange={() => setChosen(index)}
                  />
                  <span className="min-w-0 break-words">{label}</span>
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
          <Problem text={error} />
        </div>
        <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" aria-disabled={running || undefined}>
            {running ? "Working…" : error ? "Retry" : account ? "Continue" : "Create key"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
