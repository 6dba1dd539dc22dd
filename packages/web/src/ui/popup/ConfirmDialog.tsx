import { type ReactNode, useRef } from "react";
import { showSuccess } from "../../lib/browser/toasts.ts";
import { useForm } from "../../lib/use-form.ts";
import { Field } from "../form/Field.tsx";
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
        {typed !== undefined && (
          <Field
            label={
              <span className="font-normal">
                Type <strong className="break-all">{typed}</strong> to confirm
              </span>
            }
            autoComplete="off"
            spellCheck={false}
            {...form.field("text")}
          />
        )}
      </div>
    </FormDialog>
  );
}
