import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "../../lib/words/count.ts";
import { choicesOf } from "../choices.ts";
import type { FilterProps } from "../props.ts";
import { useNames } from "../use-names.ts";
import type { Listed, ListMode } from "./listed.ts";
import { fieldAt, suggest, type Suggestion } from "./suggest.ts";

const gap = 4; // pixels between the line and the list
const widest = 448; // pixels, where the line itself is no wider

interface CompletionProps extends Omit<FilterProps, "facets" | "unchosen" | "onChange"> {
  id: string;
  field: RefObject<HTMLInputElement | null>;
  text: string;
  caret: number;
  /** How the list begins, when its code is there. */
  begin: ListMode;
  onListed: (listed: Listed) => void;
  /** Called with the line that a suggestion makes, and with the place of the caret in it. */
  onPick: (text: string, caret: number) => void;
  /** Fields that are not suggested. */
  without?: readonly string[];
}

const nothing: readonly string[] = [];

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
};

/**
 * Suggestions for the line with the focus, as the combobox of the ARIA practices: arrow keys choose, Enter takes,
 * Escape closes. The focus stays in the line.
 */
export default function Completion(props: CompletionProps) {
  const { id, field, filter, known, choosesOrganization, onListed, onPick, without = nothing } = props;
  const place = useMemo(() => ({ line: props.text, caret: props.caret }), [props.text, props.caret]);
  const [mode, setMode] = useState(props.begin);
  const [active, setActive] = useState(-1);
  const [line, setLine] = useState(place.line);
  if (line !== place.line) {
    setLine(place.line);
    setActive(-1);
    if (mode === "closed") setMode("typed");
  }
  const named = fieldAt(place);
  const nameOf = useNames(useMemo(() => new Set(named ? [named] : []), [named]));
  const choices = useMemo(() => (named ? choicesOf(named, filter, known) : []), [named, filter, known]);
  const { start, end, all } = useMemo(() => {
    const names = fieldNames.filter(
      (name) => (name !== "org" || choosesOrganization) && !without.includes(name),
    );
    return suggest(place, { names, choices, nameOf });
  }, [place, choices, choosesOrganization, nameOf, without]);
  const isOpen = mode === "asked" || (mode === "typed" && end > start);
  const shown = isOpen ? all : [];
  const optionId = (index: number) => `${id}-${index}`;
  const activeId = active >= 0 && active < shown.length ? optionId(active) : undefined;
  const count = shown.length;

  useEffect(() => {
    onListed({ count, active: activeId });
  }, [onListed, count, activeId]);

  function take({ text, isField }: Suggestion): void {
    const rest = place.line.slice(end).trimStart();
    const taken = isField ? text : `${text} `;
    setMode(isField ? "asked" : "closed");
    setActive(-1);
    onPick(`${place.line.slice(0, start)}${taken}${rest}`, start + taken.length);
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const chosen = shown[active];
    if (step && count > 0) setActive(step(active, count));
    else if (event.key === "ArrowDown") {
      setMode("asked");
      setActive(0);
    } else if (event.key === "Enter" && chosen) take(chosen);
    else if (event.key === "Escape" && count > 0) setMode("closed");
    else {
      if (event.key === "Enter") setMode("closed");
      return;
    }
    event.preventDefault();
    // The line has its own meaning for Enter and Escape.
    event.stopPropagation();
  });
  const ask = useEffectEvent(() => setMode("asked"));
  useEffect(() => {
    const input = field.current;
    const onKey = (event: KeyboardEvent) => press(event);
    const onClick = () => ask();
    input?.addEventListener("keydown", onKey);
    input?.addEventListener("click", onClick);
    return () => {
      input?.removeEventListener("keydown", onKey);
      input?.removeEventListener("click", onClick);
    };
  }, [field]);

  return count > 0 && <List id={id} field={field} all={shown} active={active} onTake={take} />;
}

interface ListProps {
  id: string;
  field: CompletionProps["field"];
  all: readonly Suggestion[];
  active: number;
  onTake: (suggestion: Suggestion) => void;
}

/** The list below the line, in the browser's top layer: nothing cuts it. */
function List({ id, field, all, active, onTake }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.showPopover(), []);
  useLayoutEffect(() => {
    // Below the line come its faults.
    const [anchor, box] = [field.current?.parentElement?.getBoundingClientRect(), list.current];
    if (!anchor || !box) return;
    box.style.top = `${anchor.bottom + scrollY + gap}px`;
    box.style.left = `${anchor.left}px`;
    // On a phone the line shares its row with a button. The list needs none of that.
    const room = Math.min(widest, document.documentElement.clientWidth - 2 * anchor.left);
    box.style.width = `${Math.max(anchor.width, room)}px`;
  });
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      aria-label="Suggestions"
      // The focus stays in the line.
      onPointerDown={(event) => event.preventDefault()}
      className="absolute inset-auto m-0 max-h-[min(40dvh,20rem)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-popup"
    >
      {all.map((suggestion, index) => (
        <div
          key={suggestion.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onClick={() => onTake(suggestion)}
          onKeyDown={(event) => event.key === "Enter" && onTake(suggestion)}
          className="flex min-h-8 cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-hover aria-selected:bg-selected max-md:min-h-11"
        >
          <span className="shrink-0 font-mono text-xs">{suggestion.text}</span>
          <span className="min-w-0 truncate text-sm text-muted">{suggestion.label}</span>
          {suggestion.count !== undefined && (
            <span className="figures ml-auto text-sm text-muted">{formatCount(suggestion.count)}</span>
          )}
        </div>
      ))}
    </div>
  );
}
