import { RadioTower } from "lucide-react";
import type { WebSource } from "../source.ts";

/** An agent that customers run. It reports on its own, with a key. */
export const agent: WebSource = {
  icon: RadioTower,
  tab: "Agent Keys",
  isOn: () => true,
};
