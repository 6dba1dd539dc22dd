import type { ChangesAsked } from "../../api/fleet/changes.ts";
import type { FeedView } from "../../filter/feed-view.ts";
import { daysAsked, isDay } from "../../filter/local-days.ts";
import type { Zone } from "../../lib/time/zone.ts";

const isShort = (text: string) => text.length <= 64;

/** The parameters of the feed's address beside the organization. */
export const changesChecks = {
  field: isShort,
  deployment: (text: string) => /^dep_[0-9a-z]{20}$/.test(text),
  source: isShort,
  since: isDay,
  until: isDay,
};

/** The filter of the changes. Days are of the chosen zone. */
export type ChangesView = FeedView<keyof typeof changesChecks>;

/** What the API is asked for. Days are of the zone, and the last one counts as a whole. */
export const askedBy = ({ since, until, org, ...rest }: ChangesView, zone: Zone): ChangesAsked => ({
  ...rest,
  ...(org !== undefined && { organizationId: org }),
  ...daysAsked(since, until, zone),
});
