import { minute, second } from "../../kit/time.ts";
import { detailedEveryMinutes } from "../history/detailed-history.ts";
import { slotSeconds } from "../report/slot-columns.ts";
import { traitsOf } from "../source/source.ts";

/* Apart from the schemas, because the list computes with it and needs no schema library. */

/** How often a source has five-minute figures, in milliseconds. */
const rhythmOf = (source: string): number =>
  traitsOf(source).figures === "optional" ? detailedEveryMinutes * minute : slotSeconds * second;

/** Whether five-minute figures still say something about now: they are not older than two of their rhythms. */
export const doFiguresHold = (source: string, to: number, now: number): boolean =>
  now - to <= 2 * rhythmOf(source);
