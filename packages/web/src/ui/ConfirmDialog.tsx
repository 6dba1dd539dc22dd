import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { describeError } from "../lib/errors.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Problem } from "./Problem.tsx";

interface ConfirmDialogProps {
  /** Verb and kind: "Delete deployment". */
  title: string;
  /** What the button says: the title's verb. */
  verb: string;
  /** The same while it is being done: "Deleting…". */
  busy: string;
  /** What to say when it fails; the server's reason stands below it. */
  failure: string;
  onConfirm: () => Promise<unknown>;
  /** Called when it is done, and when the person thinks better of it. */
  onClose: () => void;
  /** A text that must be typed before the button works, for what cannot be taken back. */
  typed?: string;
  /** What is lost, and what is not. */
  children: ReactNode;
}

/** Asks before something is destroyed. The focus starts on Cancel, and a failure stays inside. */
export function ConfirmDialog({
  title,
  verb,
  busy,
  failure,
  onConfirm,
  onClose,
  typed,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const typedId = useId();
  const [text, setText] = useState("");
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const described = error === undefined ? undefined : describeError(error, failure);
  useEffect(() => cancel.current?.focus(), []);

  async function confirm() {
    if (running) return;
    setRunning(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setError(thrown);
      setRunning(false);
    }
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="grid gap-3 overflow-y-auto p-4">
        {children}
        {typed !== undefined && (
          <div className="grid gap-1.5">
            <label htmlFor={typedId} className="text-sm">
              Type <strong className="break-all">{typed}</strong> to confirm
            </label>
            <input
              id={typedId}
              value={text}
              onChange={(event) => setText(event.target.value)}
              autoComplete="off"
              spellCheck={false}
              className="h-10 w-full rounded-md border border-field bg-surface px-3 focus-visible:border-accent focus-visible:outline-offset-0"
            />
          </div>
        )}
        <Problem text={described?.headline}>
          {described?.detail && <p className="text-sm">{described.detail}</p>}
        </Problem>
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button ref={cancel} onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="danger"
          disabled={typed !== undefined && text.trim() !== typed}
          aria-disabled={running || undefined}
          onClick={() => void confirm()}
        >
          {running ? busy : verb}
        </Button>
      </div>
    </Dialog>
  );
}
