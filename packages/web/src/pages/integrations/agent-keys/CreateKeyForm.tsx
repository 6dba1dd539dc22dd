import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { keyNameFault, longestKeyName, shortestKeyName } from "@shardwatch/core/contract/access-key-name";
import { createAccessKey } from "../../../api/access-keys.ts";
import { describeError } from "../../../lib/errors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Problem } from "../../../ui/Problem.tsx";

interface CreateKeyFormProps {
  onCreated: (compositeKey: string) => void;
  onCancel: () => void;
}

/** Asks for the name of a new key. What is wrong with it is said on leaving the field, and on Enter. */
export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState("");
  const [checked, setChecked] = useState(false);
  const [creating, setCreating] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const described = failure === undefined ? undefined : describeError(failure, "Failed to create token");
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    setChecked(true);
    if (creating || keyNameFault(name)) return;
    setCreating(true);
    setFailure(undefined);
    try {
      const { compositeKey } = await createAccessKey(name.trim());
      onCreated(compositeKey);
    } catch (error) {
      setFailure(error);
      setCreating(false);
    }
  }

  // A form with a disabled button does not send itself on Enter, and nothing would be said.
  function sendOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Create API key"
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,36rem)] gap-4 border-b border-line p-4"
    >
      <Field
        label="API key name"
        name="name"
        autoComplete="off"
        value={name}
        hint={`${shortestKeyName}-${longestKeyName} characters: letters, numbers, and spaces.`}
        error={checked ? keyNameFault(name) : undefined}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => setChecked(true)}
        onKeyDown={sendOnEnter}
      />
      <Problem text={described?.headline}>
        {described?.detail && <p className="text-sm">{described.detail}</p>}
      </Problem>
      <div className="flex gap-2">
        <Button type="submit" look="primary" disabled={creating || name.trim().length < shortestKeyName}>
          {creating ? "Creating…" : "Create"}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
