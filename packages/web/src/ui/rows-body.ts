import type { FocusEvent, HTMLAttributes, PointerEvent } from "react";
import type { Column } from "./rows.ts";

/** What the element around the rows is given: the page's handlers, and before them what the columns preload. */
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
