import { type RefObject, useLayoutEffect, useRef } from "react";
import uPlot from "uplot";
import { useTheme } from "../../lib/settings/theme.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { addChartStyles, chartColors } from "./colors.ts";
import { type ChartContent, chartData, chartOptions } from "./options.ts";
import { addGrip, placeCursor } from "./touch.ts";
import type { Span } from "./types.ts";

interface TimeChartActions {
  onCursor: (point: number | null) => void;
  onZoom: (span: Span) => void;
  onZoomOut: () => void;
}

interface TimeChartState {
  group: string;
  height: number;
  held: number | null;
  lit: string | undefined;
}

/**
 * Draws a chart into an element, and anew when its content or the theme changes. There is no animation.
 * @param group charts of one group share their cursor
 * @param held where the cursor comes back to when the chart is drawn anew, in Unix seconds
 * @param lit the id of the line that is not dimmed
 * @returns the chart, in a ref
 */
export function useTimeChart(
  element: RefObject<HTMLElement | null>,
  content: ChartContent,
  { group, height, held, lit }: TimeChartState,
  actions: TimeChartActions,
): RefObject<uPlot | undefined> {
  const chart = useRef<uPlot>(undefined);
  const newest = useRef({ ...actions, held });
  const system = useMedia("(prefers-color-scheme: dark)");
  const theme = `${useTheme()} ${system}`;
  useLayoutEffect(() => void (newest.current = { ...actions, held }));
  useLayoutEffect(() => {
    const parent = element.current;
    if (!parent) return;
    addChartStyles();
    const drawn = new uPlot(
      chartOptions(
        content,
        {
          onCursor: (point) => newest.current.onCursor(point),
          onZoom: (span) => newest.current.onZoom(span),
          onZoomOut: () => newest.current.onZoomOut(),
        },
        {
          colors: chartColors(theme),
          font: `12px ${getComputedStyle(parent).fontFamily}`,
          width: parent.clientWidth,
          height,
          group,
        },
      ),
      chartData(content),
      parent,
    );
    chart.current = drawn;
    // Positions are known after the first drawing only.
    (drawn.hooks.ready ??= []).push(() => newest.current.held && placeCursor(drawn, newest.current.held));
    const removeGrip = addGrip(drawn);
    const watch = new ResizeObserver(() => {
      const width = parent.clientWidth;
      if (width > 0 && width !== drawn.width) drawn.setSize({ width, height });
    });
    watch.observe(parent);
    return () => {
      watch.disconnect();
      removeGrip();
      drawn.destroy();
      chart.current = undefined;
      newest.current.onCursor(null);
    };
  }, [element, content, group, height, theme]);
  useLayoutEffect(() => {
    const place = content.series.findIndex(({ id, isHidden }) => id === lit && isHidden !== true);
    const line = place < 0 ? null : place + 1;
    chart.current?.setSeries(line, { focus: true });
  }, [content, lit]);
  return chart;
}
