import { inputSchemaOf, outputSchemaOf } from "../contract/assistants/parts.ts";
import type { Tool } from "./tool.ts";

/** A tool as assistants get it, in the words of their protocol. */
export interface Definition {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: object;
}

const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;

const definitionOf = ({ name, title, description, input, output }: Tool): Definition => ({
  name,
  title,
  description,
  inputSchema: inputSchemaOf(input),
  outputSchema: outputSchemaOf(output),
  annotations,
});

const made = new WeakMap<readonly Tool[], readonly Definition[]>();

/**
 * The tools in their order. Assistants read all of it at once, so its length is limited. A list is written once in the life of
 * a process.
 */
export function definitionsOf(tools: readonly Tool[]): readonly Definition[] {
  const known = made.get(tools) ?? tools.map(definitionOf);
  made.set(tools, known);
  return known;
}
