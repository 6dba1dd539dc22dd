import { Check, Search } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { SeverityIcon } from "../../incidents/SeverityBadge.tsx";
import { counted } from "../../lib/words/count.ts";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { type Entry, type EntryGroup, matching } from "./entries.ts";

/** The entries that a text finds, and the one that the arrows have chosen. */
function useSearch({ groups, onType }: FinderProps, onRun: (entry: Entry) => void) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const shown = useMemo(() => matching(groups, text), [groups, text]);
  const entries = shown.flatMap((group) => group.entries);
  const last = Math.max(0, entries.length - 1);
  const at = Math.min(chosen, last);
  const current = entries[at];

  function type(next: string) {
    setText(next);
    setChosen(0);
    onType?.(next);
  }
  function press(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      if (current) onRun(current);
    } else if (event.key === "ArrowDown") setChosen(at === last ? 0 : at + 1);
    else if (event.key === "ArrowUp") setChosen(at === 0 ? last : at - 1);
    else return;
    event.preventDefault();
  }
  return { text, type, press, shown, count: entries.length, current };
}

interface FinderProps {
  title: string;
  /** What the field finds. */
  label: string;
  groups: readonly EntryGroup[];
  /** Called with each text, where the groups depend on it. */
  onType?: (text: string) => void;
  /** Whether more may be found. */
  isSearching?: boolean;
  /** Without one, it is at the top of the window. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  /** Shown below the entries, such as why some are missing. */
  children?: ReactNode;
  onClose: () => void;
}

/** One field that finds entries. The focus stays in it; the arrows move the choice. */
export function Finder(props: FinderProps) {
  const { title, label, anchor, isSearching = false, children, onClose } = props;
  const id = useId();
  function run(entry: Entry) {
    if (entry.whyNot !== undefined) return;
    // The focus is back on the page before the entry moves it.
    flushSync(onClose);
    entry.run();
  }
  const { text, type, press, shown, count, current } = useSearch(props, run);
  const optionId = (entry: Entry) => `${id}-${entry.id}`;
  return (
    <Dialog title={title} place="top" {...(anchor && { anchor })} bare onClose={onClose}>
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current && optionId(current)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={label}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className="h-12 w-full bg-transparent text-lg outline-none placeholder:text-faint"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-2">
        {shown.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden className="px-2 pt-2 pb-1 text-xs text-muted">
              {group.name}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                entry={entry}
                selected={entry === current}
                onChoose={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={count > 0 ? "sr-only" : "px-4 pb-6 text-center text-muted"}>
        {count > 0 ? counted(count, "result") : isSearching ? "Searching…" : "No results"}
      </p>
      {children}
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  selected: boolean;
  onChoose: () => void;
}

function Option({ id, entry, selected, onChoose }: OptionProps) {
  const { label, detail, severity, whyNot, isPresent } = entry;
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      aria-disabled={whyNot !== undefined || undefined}
      tabIndex={-1}
      ref={(element) => {
        if (selected) element?.scrollIntoView({ block: "nearest" });
      }}
      // A click would move the focus out of the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
      className="flex min-h-9 cursor-default items-center gap-2 rounded-sm px-2 py-1 aria-disabled:text-faint hover:bg-hover aria-selected:bg-hover aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
    >
      {severity && <SeverityIcon severity={severity} />}
      <span className="grid min-w-0">
        <span className="truncate">
          <Foreign>{label}</Foreign>
        </span>
        {whyNot && <span className="text-sm text-muted">{whyNot}</span>}
      </span>
      {detail && (
        <Foreign className="ml-auto max-w-1/2 shrink-0 truncate text-sm text-muted">{detail}</Foreign>
      )}
      {isPresent && (
        <>
          <span className="sr-only">, chosen</span>
          <Check aria-hidden className="ml-auto size-4 shrink-0 text-accent" />
        </>
      )}
    </div>
  );
}
