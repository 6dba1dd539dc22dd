import { useRef, useState } from "react";
import { describeError, type ErrorText, faultsByField } from "./errors.ts";

type Name<Values> = keyof Values & string;
type TextName<Values> = { [Key in Name<Values>]: Values[Key] extends string ? Key : never }[Name<Values>];

/** The faults of the fields, by name. */
type Faults<Values> = Partial<Record<Name<Values>, string | undefined>>;

interface FormOptions<Values> {
  initial: Values;
  /** Validates the values; without it, all values are valid. */
  faultsOf?: (values: Values) => Faults<Values>;
  /** Sends the values. It throws when that fails. */
  send: (values: Values) => Promise<unknown>;
  /** The headline of a failure. Without one, the error's own message is the headline. */
  failure?: string;
  /** What people call the fields by which the API names its faults. Such a fault is shown at its field alone. */
  labelsOf?: (values: Values) => Readonly<Record<string, string | undefined>>;
  /** Which values the form has after a success. Without it, the form stays busy until it is removed. */
  after?: "initial" | "kept";
}

/** The part of a form's state that `ui/form/Form.tsx` needs. */
export interface Submission {
  busy: boolean;
  /** Why the last submit failed. */
  problem: ErrorText | undefined;
  /** How often the API has found faults of fields. */
  refusals?: number;
  submit: () => void;
}

/**
 * The state of a form: values, faults, and the progress of sending. It sends only valid values, and once at a
 * time. A fault is shown after its field was checked: by `check`, or with all others by `submit`.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initial, faultsOf = () => ({}), labelsOf = () => ({}), send, failure, after } = options;
  const [values, setValues] = useState(initial);
  const [checked, setChecked] = useState<ReadonlySet<string> | "all">(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  /** What the API said about fields, and the values that it was about. */
  const [refused, setRefused] = useState<{ faults: Record<string, string>; values: Values }>();
  const [refusals, setRefusals] = useState(0);
  // Two clicks within one frame see the same state. This blocks the second one.
  const sending = useRef(false);

  const faults: Faults<Values> = faultsOf(values);
  const refusalOf = (name: Name<Values>) =>
    refused && refused.values[name] === values[name] ? refused.faults[name] : undefined;
  const faultOf = (name: Name<Values>) =>
    (checked === "all" || checked.has(name) ? faults[name] : undefined) ?? refusalOf(name);
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));

  function finish() {
    sending.current = false;
    setBusy(false);
  }

  async function submit(wanted: Values) {
    setChecked("all");
    const faulty = Object.values(faultsOf(wanted)).some((fault) => fault !== undefined);
    if (sending.current || faulty) return;
    sending.current = true;
    setBusy(true);
    setError(undefined);
    setRefused(undefined);
    try {
      await send(wanted);
      if (after === undefined) return;
      if (after === "initial") setValues(initial);
      setChecked(new Set());
      finish();
    } catch (thrown) {
      const found = faultsByField(thrown, labelsOf(wanted));
      if (found) {
        setRefused({ faults: found, values: wanted });
        setRefusals((count) => count + 1);
      } else setError(thrown);
      finish();
    }
  }

  return {
    values,
    change,
    /** Shows the fault of a field from now on. */
    check: (name: Name<Values>) =>
      setChecked((before) => (before === "all" ? before : new Set([...before, name]))),
    /** Forgets which faults were shown, as when the form asks for something else. */
    forget: () => {
      setChecked(new Set());
      setRefused(undefined);
      setError(undefined);
    },
    /** The fault of a checked field. */
    faultOf,
    /** The props of a text field. */
    field: (name: TextName<Values>) => ({
      name,
      value: values[name] as string,
      error: faultOf(name),
      onChange: ({ target }: { target: { value: string } }) =>
        change({ [name]: target.value } as unknown as Partial<Values>),
    }),
    busy,
    /** The error of the last submit. */
    error,
    problem: error === undefined ? undefined : describeError(error, failure),
    refusals,
    /** Sends these values instead of those of the fields. */
    submitWith: (wanted: Values) => void submit(wanted),
    submit: () => void submit(values),
  };
}
