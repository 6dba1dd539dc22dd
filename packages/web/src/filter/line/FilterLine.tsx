import { writeWords } from "@shardwatch/core/contract/filter/line";
import { Search } from "lucide-react";
import { useId, useRef } from "react";
import { useShortcut } from "../../lib/browser/shortcuts.ts";
import type { FilterProps } from "../props.ts";
import { LineInput } from "./LineInput.tsx";
import { useLine } from "./use-line.ts";

/**
 * The filter as one line: words search the names, and "util>90 tls:no" asks about fields. Input applies after a short
 * pause, and at once with Enter; Escape clears the words. "/" moves the focus here from anywhere on the page.
 */
export function FilterLine({ onChange, ...props }: Omit<FilterProps, "facets" | "unchosen">) {
  const { filter } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, setText, applyNow, leave, clearWords, faults } = useLine(filter, onChange);

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
      <LineInput
        {...props}
        listId={`${id}-list`}
        field={field}
        text={text}
        onText={setText}
        onLeave={leave}
        aria-label="Search by name or filter"
        aria-keyshortcuts="/"
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
        placeholder="Search by name"
        enterKeyHint="search"
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
    </div>
  );
}
