import { data } from "react-router-dom";
import { hasElastiCache } from "../../lib/settings/config.ts";

/** The loader of pages about ElastiCache. Where the feature is off, it answers 404. */
export function elastiCacheOnly(): null {
  if (!hasElastiCache()) throw data(null, { status: 404 });
  return null;
}
