import type { Tool } from "./tool.ts";

/** All tools, in the order in which assistants get them. */
export const tools: readonly Tool[] = [];
