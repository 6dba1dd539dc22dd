import type { Support } from "@shardwatch/core/contract/support/end-of-support";
import { day } from "../../../../lib/time/absolute-time.ts";
import { supportTones } from "../../../../lib/words/support-tones.ts";
import type { VersionInUse } from "./versions-in-use.ts";

const said: Record<Support, string> = {
  ended: "support ended",
  soon: "support ends",
  ending: "support ends",
  supported: "supported until",
};

/** "supported until Dec 1, 2029"; the tone says whether it is trouble. */
export function describeSupport({ end, support }: Pick<VersionInUse, "end" | "support">): {
  text: string;
  tone: string;
} {
  if (end === undefined || support === undefined)
    return { text: "no published end of support", tone: "text-muted" };
  return { text: `${said[support]} ${day(end)}`, tone: supportTones[support] };
}
