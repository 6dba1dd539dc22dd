import * as z from "zod";

/** Outside of these years, an answer could not name the steps before and after such a time in four digits. */
const [earliest, latest] = [Date.UTC(1970), Date.UTC(9999)];

/** A time in a question, ISO 8601 with its zone; a Unix epoch in milliseconds afterwards. */
export const moment = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-22T08:00:00Z" })
  .transform((text) => Date.parse(text))
  .refine((time) => time >= earliest && time < latest, "must be in a year from 1970 to 9998");
