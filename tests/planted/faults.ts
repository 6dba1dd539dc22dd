import { access } from "./access.ts";
import { agent } from "./agent.ts";
import { agentReach } from "./agent-reach.ts";
import { agentStates } from "./agent-states.ts";
import { toolsOfAssistants } from "./assistant-tools.ts";
import { assistants } from "./assistants.ts";
import { audit } from "./audit.ts";
import { changes } from "./changes.ts";
import { channels } from "./channels.ts";
import { chatFaults } from "./chats.ts";
import { commandLine } from "./command-line.ts";
import type { Fault } from "./fault.ts";
import { grants } from "./grants.ts";
import { deployedFunctions } from "./deployed-functions.ts";
import { deployment } from "./deployment.ts";
import { downgrade } from "./downgrade.ts";
import { hostileFiles, pageFaults } from "./files.ts";
import { history } from "./history.ts";
import { images } from "./images.ts";
import { incidents } from "./incidents.ts";
import { limits } from "./limits.ts";
import { lists } from "./lists.ts";
import { openId } from "./openid.ts";
import { strangers } from "./requests.ts";
import { outlookAttackFaults } from "./outlook-attacks.ts";
import { outlookFaults } from "./outlook.ts";
import { outside } from "./outside.ts";
import { ownRules } from "./own-rules.ts";
import { routes } from "./routes.ts";
import { people } from "./people.ts";
import { quotas } from "./quotas.ts";
import { rights } from "./rights.ts";
import { screens } from "./screens.ts";
import { signIn } from "./sign-in.ts";
import { seals } from "./seals.ts";
import { slots } from "./slots.ts";
import { storage } from "./storage.ts";
import { views } from "./views.ts";
import { wallFaults } from "./wall.ts";
import { web } from "./web.ts";
import { webhooks } from "./webhooks.ts";

/** Everything that `npm run faults` plants, one at a time. */
export const faults: readonly Fault[] = [
  ...access,
  ...audit,
  ...rights,
  ...grants,
  ...screens,
  ...signIn,
  ...openId,
  ...strangers,
  ...commandLine,
  ...assistants,
  ...toolsOfAssistants,
  ...people,
  ...storage,
  ...downgrade,
  ...limits,
  ...lists,
  ...quotas,
  ...outside,
  ...agent,
  ...agentReach,
  ...agentStates,
  ...slots,
  ...history,
  ...outlookFaults,
  ...outlookAttackFaults,
  ...views,
  ...web,
  ...webhooks,
  ...changes,
  ...channels,
  ...seals,
  ...incidents,
  ...ownRules,
  ...routes,
  ...chatFaults,
  ...images,
  ...wallFaults,
  ...hostileFiles,
  ...pageFaults,
  ...deployment,
  ...deployedFunctions,
];
