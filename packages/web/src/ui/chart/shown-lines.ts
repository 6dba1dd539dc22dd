import { useCallback, useMemo, useState } from "react";
import type { ChartSeries } from "./types.ts";

/** The lines that a person has chosen. Undefined shows all but those that start hidden. */
export type ChosenLines = ReadonlySet<string> | undefined;

type Line = Pick<ChartSeries, "id" | "isHidden" | "follows"> & Partial<Pick<ChartSeries, "style">>;

/** Whether a line is drawn. One that follows another is drawn with that one, and its past while it is alone. */
export function isShown(chosen: ChosenLines, { id, isHidden, follows, style }: Line): boolean {
  if (!chosen) return isHidden !== true;
  return chosen.has(follows ?? id) && (style !== "before" || chosen.size === 1);
}

/**
 * The choice after a click on a line: alone at first, then one more or less. A click on the last one shows all.
 * @param lines all lines that can be chosen
 */
export function chosenAfter(chosen: ChosenLines, lines: readonly Line[], id: string): ChosenLines {
  const shown = lines.filter((line) => isShown(chosen, line)).map((line) => line.id);
  if (!chosen) return new Set(shown.includes(id) ? [id] : [...shown, id]);
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next.size === 0 ? undefined : next;
}

/** Which lines the charts of a page draw, and which one is lit while the others are dimmed. */
export interface ShownLines {
  chosen: ChosenLines;
  /** The id of a line. */
  lit: string | undefined;
  pick: (id: string, lines: readonly Line[]) => void;
  light: (id: string | undefined) => void;
  showAll: () => void;
}

/** The choice of lines that all charts of a page share. @param of another one starts anew */
export function useShownLines(of: string): ShownLines {
  const [state, setState] = useState<{ of: string; chosen: ChosenLines }>({ of, chosen: undefined });
  const [lit, light] = useState<string>();
  const chosen = state.of === of ? state.chosen : undefined;
  const pick = useCallback(
    (id: string, lines: readonly Line[]) =>
      setState((before) => ({
        of,
        chosen: chosenAfter(before.of === of ? before.chosen : undefined, lines, id),
      })),
    [of],
  );
  const showAll = useCallback(() => setState({ of, chosen: undefined }), [of]);
  return useMemo(() => ({ chosen, lit, pick, light, showAll }), [chosen, lit, pick, showAll]);
}
