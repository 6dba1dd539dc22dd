import { type ComponentProps, lazy, type RefObject, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { FilterProps } from "../props.ts";
import { type Listed, type ListMode, noList } from "./listed.ts";

const loadCompletion = () => import("./Completion.tsx");
const Completion = lazy(loadCompletion);

interface LineInputProps
  extends
    Omit<ComponentProps<"input">, "ref" | "value" | "onChange" | "onBlur">,
    Pick<FilterProps, "filter" | "known" | "choosesOrganization"> {
  /** Of the list of suggestions. */
  listId: string;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  /** Called when the focus leaves it. */
  onLeave: () => void;
  /** Fields that are not suggested. */
  without?: readonly string[];
}

/** An input for the line of a filter. It suggests fields and their values at the caret. */
export function LineInput({
  listId,
  field,
  text,
  onText,
  onLeave,
  filter,
  known,
  choosesOrganization,
  without,
  ...rest
}: LineInputProps) {
  const [caret, setCaret] = useState(0);
  const [mode, setMode] = useState<ListMode>();
  const isPressed = useRef(false);
  const [listed, setListed] = useState<Listed>(noList);
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listed.count > 0}
        aria-controls={listed.count > 0 ? listId : undefined}
        aria-activedescendant={listed.active}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={text}
        onPointerEnter={() => void loadCompletion()}
        onPointerDown={() => (isPressed.current = true)}
        onFocus={() => setMode(isPressed.current ? "asked" : "closed")}
        onBlur={() => {
          isPressed.current = false;
          setMode(undefined);
          setListed(noList);
          onLeave();
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
        onChange={({ target }) => {
          onText(target.value);
          // The code of the list may still be loading.
          setMode("typed");
          setCaret(target.selectionStart ?? target.value.length);
        }}
        {...rest}
      />
      {mode && (
        <Suspense>
          <Completion
            id={listId}
            field={field}
            text={text}
            caret={caret}
            begin={mode}
            onListed={setListed}
            onPick={(next, place) => {
              flushSync(() => onText(next));
              setCaret(place);
              field.current?.setSelectionRange(place, place);
            }}
            filter={filter}
            known={known}
            choosesOrganization={choosesOrganization}
            {...(without && { without })}
          />
        </Suspense>
      )}
    </>
  );
}
