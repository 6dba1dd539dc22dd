import type * as z from "zod";
import type { ReaderContext } from "../access/context.ts";

/** Who asks: a program with a token, or a person at a command line. Links begin with `settings.webOrigin`. */
export type AssistantContext = ReaderContext;

/**
 * What a tool answers. Texts of customers are below `data` alone: everything else is ours.
 * `failed` is a sentence of ours by which an assistant can correct itself. It quotes nothing that the caller sent.
 */
export type Answer = { structured: Record<string, unknown> } | { failed: string };

/** A question that an assistant may ask. It reads and changes nothing. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** [a-z_]+ */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Strict: an unknown field is an error. */
  readonly input: Input;
  /** Of `structured`. */
  readonly output: z.ZodObject;
  /** `callTool` alone calls it: that checks the input and cleans the answer. */
  answer(ctx: AssistantContext, input: z.output<Input>): Promise<Answer>;
}
