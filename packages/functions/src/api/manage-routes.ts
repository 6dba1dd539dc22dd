import { router } from "./route.ts";
import { accounts } from "./routes/accounts.ts";
import { elastiCache } from "./routes/elasticache.ts";
import { invitations } from "./routes/invitations.ts";
import { members } from "./routes/members.ts";
import { organizations } from "./routes/organizations.ts";
import { ownOrganization } from "./routes/own-organization.ts";
import { redisClouds } from "./routes/redis-cloud.ts";

/** What the function `manage` answers: people, their organizations, and the accounts that we read. */
export const manageRoutes = router()
  .route("/", ownOrganization)
  .route("/", members)
  .route("/", redisClouds)
  .route("/", elastiCache)
  .route("/", accounts)
  .route("/", organizations)
  .route("/", invitations);
