import { router } from "./route.ts";
import { accessKeys } from "./routes/access-keys.ts";
import { accounts } from "./routes/accounts.ts";
import { deployments } from "./routes/deployments.ts";
import { elastiCache } from "./routes/elasticache.ts";
import { health } from "./routes/health.ts";
import { invitations } from "./routes/invitations.ts";
import { notifications } from "./routes/notifications.ts";
import { organizations } from "./routes/organizations.ts";
import { ownOrganization } from "./routes/own-organization.ts";
import { redisClouds } from "./routes/redis-cloud.ts";
import { session } from "./routes/session.ts";
import { sources } from "./routes/sources.ts";

/** What the function `api` answers: one router for each noun. */
export const apiRoutes = router()
  .route("/", session)
  .route("/", ownOrganization)
  .route("/", deployments)
  .route("/", accessKeys)
  .route("/", redisClouds)
  .route("/", elastiCache)
  .route("/", sources)
  .route("/", accounts)
  .route("/", organizations)
  .route("/", invitations)
  .route("/", notifications)
  .route("/", health);
