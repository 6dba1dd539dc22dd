import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import type uPlot from "uplot";
import { momentText } from "../../lib/time/zone.ts";
import { marksNear } from "./flags.ts";
import { type ChartContent, changesAt, plotInset } from "./options.ts";

/** A longer way between press and release is a drag, in pixels. */
const still = 5;

/** The changes of a flag that is open. */
export interface OpenFlag {
  texts: readonly string[];
  /** Pixels from the left of the chart. */
  left: number;
}

/** What a press on a flag and the key Enter open: what changed there. */
export function useFlags(content: ChartContent, chart: RefObject<uPlot | undefined>) {
  const [flag, setFlag] = useState<OpenFlag>();
  const [isNear, setNear] = useState(false);
  const begin = useRef(0);
  const { marks, times, zone } = content;

  function near({ clientX }: MouseEvent) {
    const plot = chart.current;
    if (!plot) return [];
    const x = clientX - plot.over.getBoundingClientRect().left;
    return marksNear(marks, (at) => plot.valToPos(at, "x"), x);
  }
  function show(texts: readonly string[], at: number) {
    const plot = chart.current;
    if (plot && texts.length > 0) setFlag({ texts, left: plotInset.left + plot.valToPos(at, "x") });
  }
  return {
    flag,
    /** Whether the pointer is at a flag. */
    isNear,
    openAt: (point: number) => show(changesAt(content, point), times[point] ?? 0),
    press: {
      onPointerDown: ({ clientX }: PointerEvent) => void (begin.current = clientX),
      onPointerMove: (event: PointerEvent) => setNear(near(event).length > 0),
      onClick: (event: MouseEvent) => {
        const found = Math.abs(event.clientX - begin.current) > still ? [] : near(event);
        const texts = found.map(({ at, text }) => `${momentText(at * 1_000, zone)} ${text}`);
        show(texts, found[0]?.at ?? 0);
      },
    },
    close: () => setFlag(undefined),
  };
}
