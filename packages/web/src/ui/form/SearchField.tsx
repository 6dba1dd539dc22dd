import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useShortcut } from "../../lib/browser/shortcuts.ts";

const debounce = 300; // milliseconds

/**
 * The search by name. Input applies after a short pause, and at once with Enter; Escape clears it. "/" moves
 * the focus here from anywhere on the page.
 * @param value the active search; a change from outside (Back, "Clear all") replaces the input
 */
export function SearchField({
  value,
  onSearch,
  label = "Search by name",
}: {
  value: string;
  onSearch: (text: string) => void;
  label?: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Ignore our own value coming back from the URL: the person may have typed more.
    if (value !== sent) {
      setText(value);
      setSent(value);
    }
  }

  const send = useEffectEvent((next: string) => {
    setSent(next);
    onSearch(next);
  });
  useEffect(() => {
    if (text === sent) return;
    const timer = setTimeout(() => send(text), debounce);
    return () => clearTimeout(timer);
  }, [text, sent]);
  useShortcut("/", () => {
    field.current?.select();
    // Selecting moves the focus, but does not take the field out from under the sticky header.
    field.current?.scrollIntoView({ block: "nearest" });
  });

  function applyNow(next: string) {
    setText(next);
    setSent(next);
    onSearch(next);
  }

  return (
    <div className="relative min-w-0 grow md:max-w-72">
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-faint" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) applyNow(text);
          if (event.key === "Escape") applyNow("");
        }}
        className="h-8 w-full rounded-md border border-field bg-surface pr-2 pl-8 placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 max-md:h-11 max-md:text-lg"
      />
    </div>
  );
}
