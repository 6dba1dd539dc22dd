import { parseText } from "@shardwatch/core/contract/filter/parse";
import { useMemo, useRef } from "react";
import { Labelled, type LabelledProps } from "../../ui/form/Labelled.tsx";
import type { Known } from "../choices.ts";
import { LineInput } from "./LineInput.tsx";

interface FilterFieldProps extends LabelledProps {
  text: string;
  onText: (text: string) => void;
  /** Called when the focus leaves it. */
  onLeave: () => void;
  known: Known;
  placeholder?: string;
  required?: boolean;
  /** Fields that are not suggested. */
  without?: readonly string[];
}

/** A filter as a field of a form: the line of the list, with its suggestions. */
export function FilterField({
  label,
  hint,
  error,
  text,
  known,
  required = false,
  ...rest
}: FilterFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const filter = useMemo(() => parseText(text, []).filter, [text]);
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        // The suggestions are below this element.
        <div className="min-w-0">
          <LineInput
            {...control}
            {...rest}
            listId={`${control.id}-list`}
            field={field}
            text={text}
            filter={filter}
            known={known}
            choosesOrganization={false}
            aria-required={required || undefined}
            className="h-10 w-full rounded-md border border-field bg-surface px-3 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad max-md:h-11 md:text-base"
          />
        </div>
      )}
    </Labelled>
  );
}
