import * as z from "zod";

/** A time in a question, ISO 8601 with its zone; a Unix epoch in milliseconds afterwards. */
export const moment = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-22T08:00:00Z" })
  .transform((text) => Date.parse(text));

const [earliest, latest] = [Date.UTC(1970), Date.UTC(9999)];

/** An end of a range that is answered in steps: outside of these years, steps have no name in four digits. */
export const chartMoment = moment.refine(
  (time) => time >= earliest && time < latest,
  "must be in a year from 1970 to 9998",
);
