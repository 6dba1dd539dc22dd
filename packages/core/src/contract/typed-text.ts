import type * as z from "zod";
import { isVisible, unseenIn } from "../kit/foreign-text.ts";

/*
 * Text that a person types and others read. Invisible characters are refused with an error that names them,
 * so that the person knows about them. Reports are cleaned instead, because no person sees their errors.
 */

type Check = (text: string, context: z.RefinementCtx<string>) => void;

function checked(what: string, fault: (text: string) => string | undefined): Check {
  return (text, context) => {
    const message = fault(text);
    if (message !== undefined) context.addIssue({ code: "custom", message: `${what} must ${message}` });
  };
}

function unseenFault(text: string): string | undefined {
  // Half of a surrogate pair: the storage cannot keep it.
  if (!text.isWellFormed()) return "be valid Unicode text";
  const found = unseenIn(text);
  return found && `not contain characters that cannot be seen, like ${found}`;
}

/** For `superRefine`: a name on one line, with at least one visible character. */
export const typedName = (what: string): Check =>
  checked(what, (text) => {
    if (text === "") return undefined;
    return unseenFault(text) ?? (isVisible(text) ? undefined : "have a character that can be seen");
  });

/** For `superRefine`: text of any number of lines. */
export const typedLines = (what: string): Check =>
  checked(what, (text) => unseenFault(text.replaceAll(/\r?\n/g, "")));
