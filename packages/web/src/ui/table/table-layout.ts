import { useMedia } from "../../lib/browser/use-media.ts";
import type { Column, RowsProps } from "./rows.ts";

/* In rem. */
const checkboxWidth = 2.75;
const emptyWidth = 4.5;

/** The width of the window, as columns distinguish them. */
type WindowWidth = 0 | 1 | 2;

function useWindowWidth(): WindowWidth {
  const [isDesktop, isWide] = [useMedia("(width >= 80rem)"), useMedia("(width >= 100rem)")];
  return isWide ? 2 : isDesktop ? 1 : 0;
}

function remOf({ rem, isEmpty = false }: Pick<Column<never>, "rem" | "isEmpty">, width: WindowWidth) {
  const usual = typeof rem === "object" ? rem[width] : rem;
  return isEmpty && usual !== undefined ? Math.min(usual, emptyWidth) : usual;
}

/** How the cells of a table look and where they stay. */
export interface TableLayout {
  /** Classes of the table. */
  table: string;
  /** Its least width; undefined where the columns share what is there. */
  minWidth: string | undefined;
  /** What the columns that stay cover at both sides, in rem. A cell with the focus scrolls out from under them. */
  covered: readonly [start: number, end: number];
  /** The widths of the columns with a width; the first takes what is left. */
  widths: readonly (string | undefined)[];
  /** Classes of every cell. */
  padding: string;
  /** The height of a row. */
  height: string;
  /** Classes of the first column, and of the checkboxes before it. They stay when the table scrolls sideways. */
  first: string;
  checkbox: string;
  /** Classes of the actions at the end of a row, which stay too: nobody looks for them beside the window. */
  actions: string;
}

/** Above what scrolls below it; a tooltip or a menu in it above the next rows. */
const stays = "sticky z-20 bg-inherit has-[[role=tooltip],[role=menu]]:z-30";

/**
 * With more columns than these, fixed widths leave no space for the first column until the window is wide.
 */
const mostFixed = 7;

/** The layout for these columns: of stated widths where all of them have one, else as wide as they need. */
export function useLayout<Row>({
  columns,
  selection,
  density = "roomy",
}: Pick<RowsProps<Row>, "columns" | "selection" | "density">): TableLayout {
  const height = density === "dense" ? "h-9" : "h-12";
  const width = useWindowWidth();
  const widths = columns.map((column) => remOf(column, width));
  const stated = widths.every((rem) => rem !== undefined);
  if (!stated) {
    const many = columns.length > mostFixed;
    return {
      table: many ? "xl:table-fixed" : "lg:table-fixed",
      minWidth: undefined,
      covered: [0, 0],
      widths: [],
      // The outer padding matches the frame's heading.
      padding: many ? "px-2 py-1.5 first:pl-4 xl:px-3" : "px-2 py-1.5 first:pl-4 lg:px-3",
      height,
      first: "",
      checkbox: "",
      actions: "",
    };
  }
  const before = selection ? checkboxWidth : 0;
  const sum = widths.reduce<number>((all, rem) => all + (rem ?? 0), before);
  const ofActions = widths[columns.findIndex(({ actions }) => actions)] ?? 0;
  return {
    table: "table-fixed text-sm",
    minWidth: `${sum}rem`,
    covered: [before + (widths[0] ?? 0), ofActions],
    widths: [
      ...(selection ? [`${checkboxWidth}rem`] : []),
      ...widths.map((rem, place) => (place === 0 ? undefined : `${rem}rem`)),
    ],
    padding: selection ? "px-2" : "px-2 first:pl-4",
    height,
    first: `${stays} ${selection ? "left-11 pl-1" : "left-0"}`,
    checkbox: `${stays} left-0 p-0`,
    actions: `${stays} right-0`,
  };
}
