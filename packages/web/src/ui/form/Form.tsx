import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Submission } from "../../lib/use-form.ts";
import { Button } from "./Button.tsx";
import { Problem } from "../state/Problem.tsx";

/** The layout: on its own page, in a section among other content, or in a dialog. */
const layouts = {
  page: { form: "grid gap-4", body: "contents", actions: "grid" },
  section: { form: "grid gap-4 p-4", body: "contents", actions: "flex flex-wrap items-center gap-2" },
  dialog: {
    form: "flex min-h-0 flex-col",
    body: "grid gap-4 overflow-y-auto p-4",
    actions: "flex justify-end gap-2 border-t border-line px-4 py-3",
  },
} as const;

/** ARIA has no invalid state for a fieldset, so it is marked in another way. */
const invalidField = '[aria-invalid="true"], [data-invalid] input';

const focusable = { "first-field": "input, select, textarea", missing: "input:required:invalid" };

interface FormProps {
  /** From `useForm`. */
  form: Submission;
  place: keyof typeof layouts;
  /** The button's label, and its label while the form is sent. */
  verb: string;
  pending: string;
  /** The form's name where no heading names it. */
  label?: string;
  /** Whether input is missing. The button looks disabled, and pressing it shows what is missing. */
  incomplete?: boolean;
  /** Whether submitting is destructive. */
  danger?: boolean;
  /** Whether the page has a more important action. */
  secondary?: boolean;
  /** The element that gets the focus when the form opens: "missing" is the first field that has to be filled in. */
  focus?: "first-field" | "missing" | "cancel";
  /** Leaves the check of required fields to the browser. */
  browserChecks?: boolean;
  onCancel?: () => void;
  /** The actions beside a problem. */
  help?: ReactNode;
  /** Shown beside the buttons. */
  beside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/**
 * The shell of every form: fields, problem and buttons. A busy button keeps the focus, so it is never
 * disabled for the browser. A submit with faults moves the focus to the first faulty field.
 */
export function Form({
  form,
  place,
  label,
  focus,
  browserChecks = false,
  help,
  className = "",
  children,
  ...actions
}: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (focus === "first-field" || focus === "missing")
      element.current?.querySelector<HTMLElement>(focusable[focus])?.focus();
  }, [focus]);
  // The fields are marked in the render after the submit, and again when the API has answered.
  const checks = tries > 0 ? tries + (form.refusals ?? 0) : 0;
  useEffect(() => {
    const field = checks > 0 ? element.current?.querySelector<HTMLElement>(invalidField) : undefined;
    field?.focus();
    // In a low window, the fault is below the edge.
    field?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [checks]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTries(tries + 1);
    form.submit();
  }

  const layout = layouts[place];
  return (
    <form
      ref={element}
      aria-label={label}
      noValidate={!browserChecks}
      onSubmit={submit}
      className={`${layout.form} ${className}`}
    >
      <div className={layout.body}>
        {children}
        <Problem problem={form.problem}>{help}</Problem>
      </div>
      <div className={layout.actions}>
        <Actions form={form} place={place} focusCancel={focus === "cancel"} {...actions} />
      </div>
    </form>
  );
}

type ActionsProps = Pick<
  FormProps,
  "form" | "place" | "verb" | "pending" | "incomplete" | "danger" | "secondary" | "onCancel" | "beside"
> & { focusCancel: boolean };

/** The button comes first in a section and last in a dialog. */
function Actions({
  form,
  place,
  verb,
  pending,
  incomplete,
  danger,
  secondary,
  onCancel,
  beside,
  focusCancel,
}: ActionsProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusCancel) cancel.current?.focus();
  }, [focusCancel]);
  const buttons = [
    <Button
      key="submit"
      type="submit"
      emphasis={danger ? "danger" : secondary ? "secondary" : "primary"}
      size={place === "page" ? "large" : "small"}
      aria-disabled={form.busy || incomplete || undefined}
    >
      {form.busy ? pending : verb}
    </Button>,
    onCancel && (
      <Button key="cancel" ref={cancel} onClick={onCancel}>
        Cancel
      </Button>
    ),
  ];
  return (
    <>
      {place === "dialog" ? buttons.toReversed() : buttons}
      {beside}
    </>
  );
}
