import { Server } from "lucide-react";
import { hasElastiCache } from "../../lib/config.ts";
import { paths } from "../../lib/paths.ts";
import type { WebSource } from "../source.ts";

/** An AWS account that we read with a role that the customer grants. */
export const elastiCache: WebSource = {
  icon: Server,
  tab: { label: "AWS ElastiCache", path: paths.aws() },
  isOn: hasElastiCache,
};
