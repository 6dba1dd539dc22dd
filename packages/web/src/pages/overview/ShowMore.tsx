import { type RefObject, useEffect, useRef, useState } from "react";
import { formatCount } from "../../lib/words/count.ts";
import { Button } from "../../ui/form/Button.tsx";

interface Shown<List extends HTMLElement> {
  /** How many entries are shown. */
  shown: number;
  /** Shows so many more. The focus moves to the first of them, because the button may be gone. */
  showMore: (count: number) => void;
  list: RefObject<List | null>;
}

/** How much of a long list is shown. */
export function useShown<List extends HTMLElement>(first: number): Shown<List> {
  const [{ shown, added }, show] = useState<{ shown: number; added?: number }>({ shown: first });
  const list = useRef<List>(null);
  useEffect(() => {
    const row = added === undefined ? undefined : list.current?.children[added];
    if (!(row instanceof HTMLElement)) return;
    const link = row.querySelector("a");
    // A row without a link takes the focus itself, once.
    if (!link) row.tabIndex = -1;
    (link ?? row).focus();
  }, [added]);
  const showMore = (count: number) => show({ shown: shown + count, added: shown });
  return { shown, showMore, list };
}

interface ShowMoreProps {
  /** How many entries are not shown. */
  hidden: number;
  /** The most entries that a click adds. */
  step?: number;
  onMore: (count: number) => void;
}

/** The button below a list that is not shown as a whole. */
export function ShowMore({ hidden, step = hidden, onMore }: ShowMoreProps) {
  if (hidden <= 0) return null;
  const count = Math.min(hidden, step);
  return (
    <div className="border-t border-line px-4 py-2">
      <Button onClick={() => onMore(count)}>Show {formatCount(count)} more</Button>
    </div>
  );
}
