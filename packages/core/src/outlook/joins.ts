import type { JoinsOver } from "../deployment/fleet/database.ts";
import type { Joins } from "../deployment/read/joins.ts";
import { figureReader } from "../history/newest/figures.ts";
import { outlookReader, outlookReaderOver } from "./outlook-reader.ts";

/** How all that lists join is read. */
export const everyJoin: Joins = { figures: figureReader, outlook: outlookReader };

/** The same for a caller who reads the databases anyway. */
export const everyJoinOver: JoinsOver = (databases) => ({
  figures: figureReader,
  outlook: outlookReaderOver(databases),
});
