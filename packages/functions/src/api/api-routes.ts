import { together } from "./route.ts";
import { changeFeed } from "./routes/changes.ts";
import { deployments } from "./routes/deployments.ts";
import { health } from "./routes/health.ts";
import { liveFigures } from "./routes/live.ts";
import { session } from "./routes/session.ts";
import { sources } from "./routes/sources.ts";

/** What the function `api` answers: one router for each noun. */
export const apiRoutes = together(session, deployments, liveFigures, changeFeed, sources, health);
