import { recentFleet } from "../deployment/fleet/recent-fleet.ts";
import type { JoinReader } from "../deployment/read/joins.ts";
import { outlooksOf } from "./by-deployment.ts";
import { storedOutlooks } from "./rows/stored.ts";

/** When memory is full, as lists and filters take it: the same judgement as GET /outlook. */
export const outlookReader: JoinReader = (services, organization, databases) => {
  const known = databases ?? (async () => (await recentFleet(services, organization)).databases);
  const reading = Promise.all([known(), storedOutlooks(services, organization)]);
  // Nobody waits for it yet. A caller that fails before that must not leave a failure that nobody handles.
  reading.catch(() => undefined);
  return async () => await outlooksOf(...(await reading));
};
