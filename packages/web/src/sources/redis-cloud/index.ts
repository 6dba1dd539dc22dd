import { Cloud } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { WebSource } from "../source.ts";

/** A Redis Cloud account that we read. */
export const redisCloud: WebSource = {
  icon: Cloud,
  tab: { label: "Redis Cloud", path: paths.redisCloud() },
  isOn: () => true,
};
