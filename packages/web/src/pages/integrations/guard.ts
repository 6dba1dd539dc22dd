import { data } from "react-router-dom";
import { hasElastiCache } from "../../lib/config.ts";

/** The loader of pages about ElastiCache: where the feature is off, their address is one that does not exist. */
export function elastiCacheOnly(): null {
  if (!hasElastiCache()) throw data(null, { status: 404 });
  return null;
}
