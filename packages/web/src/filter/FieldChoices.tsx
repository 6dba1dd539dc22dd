import { type FieldName, fields } from "@shardwatch/core/contract/filter/fields";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { Ban } from "lucide-react";
import { useDeferredValue, useId, useMemo } from "react";
import { formatCount } from "../lib/words/count.ts";
import { Button } from "../ui/form/Button.tsx";
import { useNames } from "./use-names.ts";
import { type Choice, choicesOf, type ChoiceState, type Known, stateOf, toggle } from "./choices.ts";

export interface ChoicesProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  known: Known;
}

interface FieldChoicesProps extends ChoicesProps {
  name: FieldName;
  /** Whether the field's label is shown. */
  titled: boolean;
}

/** The choices of one field with their counts. Counting waits until the page has answered a key press. */
export function FieldChoices({ name, titled, filter, onChange, known }: FieldChoicesProps) {
  const [counted, over] = [useDeferredValue(filter), useDeferredValue(known)];
  const nameOf = useNames(useMemo(() => new Set([name]), [name]));
  const choices = useMemo(() => choicesOf(name, counted, over), [name, counted, over]);
  return (
    <fieldset className="grid min-w-0">
      <legend className={titled ? "px-2 pt-1 text-xs font-medium text-muted" : "sr-only"}>
        {fields[name].label}
      </legend>
      {choices.length === 0 && <p className="px-2 py-1.5 text-sm text-muted">No known values</p>}
      {choices.map((choice) => (
        <ChoiceRow
          key={choice.text}
          choice={{ ...choice, label: nameOf(name, choice.text) ?? choice.label }}
          state={stateOf(filter, name, choice)}
          onToggle={(state) => onChange(toggle(filter, name, choice, state))}
        />
      ))}
    </fieldset>
  );
}

interface ChoiceRowProps {
  choice: Choice;
  state: ChoiceState;
  onToggle: (state: "wanted" | "unwanted") => void;
}

/** One choice: a checkbox, its count, and a button that excludes it. */
function ChoiceRow({ choice: { label, count }, state, onToggle }: ChoiceRowProps) {
  const id = useId();
  const unwanted = state === "unwanted";
  return (
    <div className="group flex items-center rounded-sm hover:bg-hover">
      <label htmlFor={id} className="flex min-h-8 min-w-0 grow items-center gap-2 px-2 max-md:min-h-11">
        <input
          id={id}
          type="checkbox"
          checked={state === "wanted"}
          onChange={() => onToggle("wanted")}
          aria-describedby={count === undefined ? undefined : `${id}-count`}
          className="size-4 shrink-0 accent-accent"
        />
        <span className={`min-w-0 truncate ${unwanted ? "text-muted line-through" : ""}`} title={label}>
          {label}
        </span>
      </label>
      {count !== undefined && (
        <span
          id={`${id}-count`}
          className={`figures pl-2 text-sm ${count === 0 ? "text-faint" : "text-muted"}`}
        >
          {formatCount(count)}
        </span>
      )}
      <Button
        emphasis="quiet"
        size="icon"
        aria-label={`Exclude ${label}`}
        aria-pressed={unwanted}
        title={`Exclude ${label}`}
        onClick={() => onToggle("unwanted")}
        className={unwanted ? "text-bad!" : "md:not-group-hover:opacity-0 md:focus-visible:opacity-100"}
      >
        <Ban aria-hidden className="size-3.5" />
      </Button>
    </div>
  );
}
