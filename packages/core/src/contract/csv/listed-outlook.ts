import { fields } from "../filter/fields.ts";
import { runwayDays } from "../filter/runway.ts";
import type { ListedOutlook } from "../outlook/in-lists.ts";
import type { Cell } from "./cell.ts";

/** When memory may be full at the earliest, or "full". A time does not depend on when the file was made. */
export function fullFrom(outlook: ListedOutlook | undefined): Cell {
  if (!outlook) return undefined;
  const days = runwayDays(outlook, 0);
  if (days == null) return days;
  return outlook.earliest ?? fields.runway.show({ from: days, to: days });
}
