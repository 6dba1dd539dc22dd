import type { ReaderContext } from "../access/context.ts";
import type { ObjectSchema, Read } from "../contract/assistants/parts.ts";

/** Who asks: a program with a token, or a person at a command line. Links begin with `settings.webOrigin`. */
export type AssistantContext = ReaderContext;

/** A sentence of ours by which an assistant can correct itself. It quotes nothing that the caller sent. */
export interface Failed {
  failed: string;
}

/** What a tool answers. Texts of customers are below `data` alone: everything else is ours. */
export type Answer = { structured: Record<string, unknown> } | Failed;

/** A question that an assistant may ask. It reads and changes nothing. */
export interface Tool<Input extends ObjectSchema = ObjectSchema> {
  /** [a-z_]+ */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Strict: an unknown field is an error. */
  readonly input: Input;
  /** Of `structured`. */
  readonly output: ObjectSchema;
  /** `callTool` alone calls it: that checks the input and cleans the answer. */
  answer(ctx: AssistantContext, input: Read<Input>): Promise<Answer>;
}

/** A tool whose input has the type of its schema. */
export const tool = <Input extends ObjectSchema>(declared: Tool<Input>): Tool => declared;

export const isFailed = (answer: object): answer is Failed => "failed" in answer;
