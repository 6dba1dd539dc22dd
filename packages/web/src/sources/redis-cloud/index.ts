import { Cloud } from "lucide-react";
import type { WebSource } from "../source.ts";

/** A Redis Cloud account that we read. */
export const redisCloud: WebSource = {
  icon: Cloud,
  tab: "Redis Cloud",
  isOn: () => true,
};
