import * as z from "zod";
import { canonicalText } from "../filter/canonical.ts";

/* Parts of the schemas of files. Their errors are the ends of lines that begin with a place in the file. */

/** A text that is required. */
export const text = z.string({
  error: ({ input }) => (input === undefined ? "is required" : "must be a text"),
});

export const flag = z.boolean({ error: "must be true or false" });

export const listOf = <S extends z.ZodType>(element: S, limit: number) =>
  z.array(element, { error: "must be a list" }).max(limit, `must have at most ${limit} entries`);

export const wordOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be one of ${words.join(", ")}` });

/** A filter in its canonical form. */
export const filterText = text.transform((given, context) => {
  const { canonical, faults } = canonicalText(given);
  for (const message of faults) context.addIssue({ code: "custom", message });
  return canonical;
});

/** The name of an environment variable with a secret. */
export const variable = text.regex(/^[A-Za-z_]\w*$/, "must be the name of an environment variable");

/** The path of a file with a secret. */
export const path = text.min(1, "is empty").max(4_096, "is too long for a path");

type References<Name extends string> = Partial<Record<`${Name}Env` | `${Name}File`, string | undefined>>;

/** For `superRefine`: a secret is named by a variable or by a file, and not by both. */
export const oneReference =
  <Name extends string>(name: Name, isRequired = true) =>
  (entry: References<Name>, context: z.RefinementCtx): void => {
    const given = [entry[`${name}Env`], entry[`${name}File`]].filter((one) => one !== undefined);
    if (given.length === 1 || (given.length === 0 && !isRequired)) return;
    const message = given.length === 0 ? `is required, or ${name}File` : `excludes ${name}File; keep one`;
    context.addIssue({ code: "custom", path: [`${name}Env`], message });
  };
