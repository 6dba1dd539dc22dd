import { together } from "./route.ts";
import { accessKeys } from "./routes/access-keys.ts";
import { assistants } from "./routes/assistants.ts";
import { audit } from "./programs/audit.ts";
import { deviceLogins } from "./routes/device-logins.ts";
import { licenses } from "./programs/licenses.ts";
import { notifications } from "./routes/notifications.ts";
import { tokens } from "./routes/tokens.ts";
import { views } from "./routes/views.ts";

/**
 * What the function `programs` answers: the tokens of programs, whether assistants may read, and how a person signs in at
 * a command line. Agent keys, views, notifications, the audit and the licenses are here because the bundles of `fleet`
 * and `api` have no space for them.
 */
export const programsRoutes = together(
  tokens,
  assistants,
  accessKeys,
  deviceLogins,
  views,
  audit,
  licenses,
  notifications,
);
