import { type ReactNode, useId, useRef } from "react";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { FormDialog } from "./FormDialog.tsx";

interface ConfirmDialogProps {
  /** Verb and kind: "Delete deployment". */
  title: string;
  /** The label of the button: the title's verb. */
  verb?: string;
  /** The label while it runs. */
  pending?: string;
  /** The headline of a failure; the server's reason is below it. */
  failure: string;
  onConfirm: () => Promise<unknown>;
  /** Said after a success. */
  success?: string | undefined;
  /** Called after a success, and on Cancel. */
  onClose: () => void;
  /** A text that must be typed before the button works, for irreversible actions. */
  typed?: string;
  /** The text about what is lost and what is not. */
  children: ReactNode;
}

/** Confirms a destructive action. The focus starts on Cancel. A failure is shown inside. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    verb = "Delete",
    pending = "Deleting…",
    failure,
    onConfirm,
    success,
    typed,
    children,
  } = props;
  // An action that ends later must not close the dialog that is open by then.
  const closed = useRef(false);
  function onClose() {
    if (closed.current) return;
    closed.current = true;
    props.onClose();
  }
  const form = useForm({
    initial: { text: "" },
    faultsOf: ({ text }) => ({
      text: typed === undefined || text.trim() === typed ? undefined : "Type it exactly as shown",
    }),
    send: async () => {
      await onConfirm();
      if (success !== undefined) showSuccess(success);
      onClose();
    },
    failure,
  });
  return (
    <FormDialog
      title={title}
      form={form}
      verb={verb}
      pending={pending}
      danger
      incomplete={typed !== undefined && form.values.text.trim() !== typed}
      focus="cancel"
      onClose={onClose}
    >
      <div className="grid gap-3">
        {children}
        {typed !== undefined && <TypedField wanted={typed} {...form.field("text")} />}
      </div>
    </FormDialog>
  );
}

interface TypedFieldProps {
  /** The text to type. */
  wanted: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

function TypedField({ wanted, value, error, onChange }: TypedFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm">
        Type <strong className="break-all">{wanted}</strong> to confirm
      </label>
      <input
        id={id}
        value={value}
        onChange={onChange}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error && `${id}-error`}
        className="h-10 w-full rounded-md border border-field bg-surface px-3 focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
