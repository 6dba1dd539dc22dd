import type { Info } from "./info.ts";
import { infoField } from "./info.ts";

export const sentinel =
  "The address is a Sentinel, which holds no data. Give the addresses of the servers that it watches; the " +
  "agent's log and its check command name them.";

const mostPrimaries = 20;

/**
 * The addresses of the primaries that a Sentinel monitors, for this host only. Its INFO has them as
 * masterN:name=...,status=...,address=host:port,...
 */
export function watchedPrimaries(info: Info): string[] {
  const notes: string[] = [];
  for (let index = 0; index < mostPrimaries; index += 1) {
    const line = infoField(info, "sentinel", `master${index}`);
    if (line === undefined) break;
    const [, name = "a primary"] = /(?:^|,)name=([^,]+)/.exec(line) ?? [];
    const [, address] = /(?:^|,)address=([^,]+)/.exec(line) ?? [];
    if (address !== undefined)
      notes.push(`the Sentinel watches ${name} at ${address}: configure that address`);
  }
  return notes;
}
