import * as z from "zod";
import { revision } from "../revision.ts";

/** Whether assistants may read an organization, and what they have used. */
export const assistants = z.object({
  mayRead: z.boolean(),
  /** The last use of each tool by the organization's tokens, to the hour, the latest first. */
  used: z.array(z.object({ tool: z.string(), at: z.iso.datetime() })),
  revision,
});
export type Assistants = z.infer<typeof assistants>;

export const assistantsSwitch = z.object({ mayRead: z.boolean() });
export type AssistantsSwitch = z.infer<typeof assistantsSwitch>;
