import type { AuditAsked } from "../../../api/people/audit.ts";
import type { FeedView } from "../../../filter/feed-view.ts";
import { daysAsked, isDay } from "../../../filter/local-days.ts";

const any = () => true;

/** The parameters of the audit's address beside the organization. */
export const auditChecks = {
  actor: any,
  action: any,
  object: any,
  result: any,
  search: any,
  since: isDay,
  until: isDay,
};

/** The filter of the audit. Days are local ones. */
export type AuditView = FeedView<keyof typeof auditChecks>;

/** What the API is asked for. The last day counts as a whole. */
export const askedBy = ({ since, until, org, ...rest }: AuditView): AuditAsked => ({
  ...rest,
  ...(org !== undefined && { organizationId: org }),
  ...daysAsked(since, until),
});
