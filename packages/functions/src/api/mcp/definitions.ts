import type { Tool } from "@shardwatch/core/assistants/tool";
import * as z from "zod";

/** No tool changes anything, and none reaches beyond the organization's own data. */
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

const made = new WeakMap<readonly Tool[], readonly object[]>();

/** The tools as clients get them. A list is written once in the life of a process. */
export function definitionsOf(tools: readonly Tool[]): readonly object[] {
  const known = made.get(tools) ?? tools.map(definitionOf);
  made.set(tools, known);
  return known;
}

const definitionOf = ({ name, title, description, input, output }: Tool): object => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input, "input"),
  outputSchema: schemaOf(output, "output"),
  annotations,
});

/** The dialect is the protocol's own, so it is not named. */
function schemaOf(schema: z.ZodObject, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
