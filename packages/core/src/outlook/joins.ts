import { figureReader } from "../history/newest/figures.ts";
import type { Joins } from "../deployment/read/joins.ts";
import { outlookReader } from "./outlook-reader.ts";

/** How all that lists join is read. */
export const everyJoin: Joins = { figures: figureReader, outlook: outlookReader };
