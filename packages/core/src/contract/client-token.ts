import * as z from "zod";

const clientToken = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, "must be 1 to 64 letters, digits, dots, colons, hyphens and underscores")
  .optional()
  .describe(
    "A text of your choice. The same call with it answers 200 with the object that the first one created",
  );

/** What creates an object, with the client token that makes the call safe to repeat. */
export const repeatable = <S extends z.ZodRawShape>(input: z.ZodObject<S>) => input.extend({ clientToken });

/** Instead of a secret that was shown once. */
export const rotate = z.string().describe("The secret was shown once. A POST to this path gives a new one");
