import { writeWords } from "@shardwatch/core/contract/filter/line";
import { Search } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useShortcut } from "../../lib/browser/shortcuts.ts";
import type { FilterProps } from "../props.ts";
import { type Listed, type ListMode, noList } from "./listed.ts";
import { useLine } from "./use-line.ts";

const loadCompletion = () => import("./Completion.tsx");
const Completion = lazy(loadCompletion);

/**
 * The filter as one line: words search the names, and "util>90 tls:no" asks about fields. Input applies after a short
 * pause, and at once with Enter; Escape clears the words. "/" moves the focus here from anywhere on the page.
 */
export function FilterLine(props: Omit<FilterProps, "facets" | "unchosen">) {
  const { filter, onChange } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, applyNow, leave, clearWords, faults } = useLine(filter, onChange);
  const [caret, setCaret] = useState(0);
  const [mode, setMode] = useState<ListMode>();
  const isPressed = useRef(false);
  const [listed, setListed] = useState<Listed>(noList);

  /** Typing replaces the words that are searched for, and leaves the fields. */
  useShortcut("/", () => {
    const input = field.current;
    if (!input) return;
    input.focus();
    const words = filter.search === "" ? "" : writeWords(filter.search);
    const [from, to] = words !== "" && text.startsWith(words) ? [0, words.length] : [Infinity, Infinity];
    input.setSelectionRange(Math.min(from, input.value.length), Math.min(to, input.value.length));
    // Focusing moves the page, but does not take the field out from under the sticky header.
    input.scrollIntoView({ block: "nearest" });
  });

  return (
    <div className="relative min-w-0 grow md:max-w-160">
      <Search
        aria-hidden
        className="absolute top-4 left-2.5 size-4 -translate-y-1/2 text-faint max-md:top-5.5"
      />
      <input
        ref={field}
        role="combobox"
        aria-label="Search by name or filter"
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-expanded={listed.count > 0}
        aria-controls={listed.count > 0 ? `${id}-list` : undefined}
        aria-activedescendant={listed.active}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        placeholder="Search by name"
        enterKeyHint="search"
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
          leave();
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
        onChange={({ target }) => {
          setText(target.value);
          // The code of the list may still be loading.
          setMode("typed");
          setCaret(target.selectionStart ?? target.value.length);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) applyNow();
          if (event.key === "Escape") clearWords();
        }}
        className="peer h-8 w-full rounded-md border border-field bg-surface pr-2 pl-8 placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad max-md:h-11 max-md:text-lg"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-4 right-2.5 -translate-y-1/2 font-mono text-xs text-faint not-peer-placeholder-shown:hidden max-md:hidden"
      >
        util&gt;90 tls:no
      </span>
      {faults.length > 0 && (
        <p id={`${id}-faults`} role="alert" className="pt-1 text-sm break-words text-bad">
          {faults.join(" ")}
        </p>
      )}
      {mode && (
        <Suspense>
          <Completion
            id={`${id}-list`}
            field={field}
            text={text}
            caret={caret}
            begin={mode}
            onListed={setListed}
            onPick={(next, place) => {
              flushSync(() => setText(next));
              setCaret(place);
              field.current?.setSelectionRange(place, place);
            }}
            {...props}
          />
        </Suspense>
      )}
    </div>
  );
}
