import * as z from "zod";
import { isReportable, mostBytes } from "../../kit/bytes.ts";
import { cleanText, foreignName } from "../../kit/foreign-text.ts";

/*
 * Invisible characters are removed from text for people. Refusing them would break an agent that worked
 * before, and no person would see the error. Identifiers are never changed, or two could become one.
 */
export const shown = (longest: number) => z.string().max(longest).overwrite(cleanText);
export const shortText = (longest: number) =>
  z
    .string()
    .min(1)
    .max(longest)
    .overwrite((text) => foreignName(text, longest) || "unknown");

const bytesFault = `must be a whole number of bytes as a decimal string, at most ${mostBytes}`;
/** Zeros at the beginning are removed: "00" is no limit too. */
export const reportedBytes = z
  .string()
  .refine(isReportable, { error: bytesFault, abort: true })
  .overwrite((text) => text.replace(/^0+(?=\d)/, ""));

export const count = z.number().int().min(0).max(1_000_000_000);
