import { Server } from "lucide-react";
import { hasElastiCache } from "../../lib/settings/config.ts";
import type { WebSource } from "../source.ts";

/** An AWS account that we read with a role that the customer grants. */
export const elastiCache: WebSource = {
  icon: Server,
  tab: "AWS ElastiCache",
  isOn: hasElastiCache,
};
