import { together } from "./route.ts";
import { accounts } from "./routes/accounts.ts";
import { channels } from "./routes/channels.ts";
import { deliveries } from "./routes/deliveries.ts";
import { elastiCache } from "./routes/elasticache.ts";
import { invitations } from "./routes/invitations.ts";
import { mailedLinks } from "./routes/mailed-links.ts";
import { members } from "./routes/members.ts";
import { organizations } from "./routes/organizations.ts";
import { ownOrganization } from "./routes/own-organization.ts";
import { redisClouds } from "./routes/redis-cloud.ts";
import { unsubscribing } from "./routes/unsubscribe.ts";

/** What the function `manage` answers: people, their organizations, the accounts that we read, and channels. */
export const manageRoutes = together(
  ownOrganization,
  members,
  redisClouds,
  elastiCache,
  accounts,
  organizations,
  invitations,
  mailedLinks,
  channels,
  deliveries,
  unsubscribing,
);
