import * as z from "zod";
import { unseenIn } from "../kit/foreign-text.ts";

/**
 * URL parsers accept backslashes, and blanks around and inside an address. People who read the link do not
 * expect them.
 */
const writtenOut = /^https?:\/\/[^\s\\]+$/;
const addressFault =
  'must start with "http://" or "https://" and contain no blanks, no backslashes and nothing unseen';
/**
 * Addresses become links on a screen, so only two schemes are allowed. A name before an "@" could be mistaken
 * for the host. Nothing here fetches them, so a link-local address is as good as any other.
 */
export const webAddress = z
  .string()
  .max(2_000)
  .regex(writtenOut, addressFault)
  .regex(/^[^@]*$/, 'must not contain "@"')
  .refine((text) => unseenIn(text) === undefined, addressFault)
  .pipe(z.url({ protocol: /^https?$/, hostname: /.+/ }));
