import type { JoinsOver } from "../deployment/fleet/database.ts";
import { recentFleet } from "../deployment/fleet/recent-fleet.ts";
import type { JoinReader } from "../deployment/read/joins.ts";
import { outlooksOf } from "./by-deployment.ts";
import { storedOutlooks } from "./rows/stored.ts";

/** When memory is full, as lists and filters take it: the same judgement as GET /outlook. */
export const outlookReader: JoinReader = (services, organization) =>
  outlookReaderOver(async () => (await recentFleet(services, organization)).databases)(
    services,
    organization,
  );

/** The same of databases that the caller reads. */
export const outlookReaderOver =
  (databases: Parameters<JoinsOver>[0]): JoinReader =>
  (services, organization) => {
    const reading = Promise.all([databases(), storedOutlooks(services, organization)]);
    // Nobody waits for it yet. A caller that fails before that must not leave a failure that nobody handles.
    reading.catch(() => undefined);
    return async () => await outlooksOf(...(await reading));
  };
