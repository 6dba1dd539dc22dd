import type { FocusEvent, HTMLAttributes, PointerEvent } from "react";
import type { Column } from "./rows.ts";

/** The props of the element around the rows: the page's handlers, after the preloads of the columns. */
export function rowsBody<Row>(
  columns: readonly Column<Row>[],
  body: HTMLAttributes<HTMLElement> = {},
): HTMLAttributes<HTMLElement> {
  const preload = () => columns.forEach((column) => column.preload?.());
  return {
    ...body,
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      preload();
      body.onPointerEnter?.(event);
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      preload();
      body.onFocus?.(event);
    },
  };
}
