import { RadioTower } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { WebSource } from "../source.ts";

/** An agent that customers run. It reports on its own, with a key. */
export const agent: WebSource = {
  icon: RadioTower,
  tab: { label: "Agent Keys", path: paths.agentKeys() },
  isOn: () => true,
};
