import type * as z from "zod";
import { isVisible, unseenIn } from "../kit/foreign-text.ts";

/*
 * Text that a person types and others read. What nobody sees is refused and named, not taken away: whoever pasted it
 * should know. Reports are cleaned instead, because an agent has nobody to tell.
 */

type Check = (text: string, context: z.RefinementCtx<string>) => void;

function checked(what: string, fault: (text: string) => string | undefined): Check {
  return (text, context) => {
    const message = fault(text);
    if (message !== undefined) context.addIssue({ code: "custom", message: `${what} must ${message}` });
  };
}

function unseenFault(text: string): string | undefined {
  // Half of a pair: the storage could not keep it.
  if (!text.isWellFormed()) return "be valid Unicode text";
  const found = unseenIn(text);
  return found && `not contain characters that cannot be seen, like ${found}`;
}

/** For `superRefine`: a name on one line, of which something can be seen. */
export const typedName = (what: string): Check =>
  checked(what, (text) => {
    if (text === "") return undefined;
    return unseenFault(text) ?? (isVisible(text) ? undefined : "have a character that can be seen");
  });

/** For `superRefine`: text of any number of lines. */
export const typedLines = (what: string): Check =>
  checked(what, (text) => unseenFault(text.replaceAll(/\r?\n/g, "")));
