import { may } from "@shardwatch/core/contract/roles";
import { askAhead } from "./api/head-start.ts";
import { compareTexts } from "./lib/compare-texts.ts";
import { config, loadConfig } from "./lib/config.ts";
import { screenAt } from "./lib/urls.ts";
import { readStoredUser } from "./session/stored-user.ts";
import "./theme.css";

// The first code that runs, small enough to run while the libraries are on their way: what the first page will need
// is asked for now. Whatever fails here fails again where it is needed, and is told there.

const screen = screenAt(location);
const ignored = () => undefined;

function askForCode(): void {
  // There the code behind the sign-in would be in the way.
  if (screen.kind === "public") return;
  import("./signed-in.ts").catch(ignored);
  if (screen.kind === "deployment") import("./pages/deployments/detail/DeploymentPage.tsx").catch(ignored);
}

function askForData(): void {
  const { apiUrl } = config();
  const ask = (method: string, path: string) => askAhead(`${apiUrl}${path}`, { method });
  const user = readStoredUser();
  if (screen.kind === "public") return;
  if (!user) ask("POST", "/me");
  // The list and a deployment have the same paths here and at the API. Who cannot choose an organization has their own list.
  const chooses = !user || may(user.roles, "seeEveryOrganization");
  if (screen.kind === "deployments")
    ask("GET", location.pathname + named(chooses ? screen.organization : undefined));
  if (screen.kind === "deployment") ask("GET", location.pathname + named(screen.organization));
  // While the answers are on their way there is time to get ready what the list is sorted by.
  compareTexts("a", "b");
}

/** The query of a call that is about one organization. */
const named = (organizationId: string | undefined) =>
  organizationId === undefined ? "" : `?${new URLSearchParams({ organizationId })}`;

/** Without the application nothing else could say so: a new release may have taken its files away meanwhile. */
function sayItIsMissing(error: unknown): void {
  console.error("The application cannot be loaded", error);
  document.getElementById("root")?.append("Shardwatch could not be loaded. Please reload the page.");
}

askForCode();
void loadConfig()
  .then(askForData)
  .catch(ignored)
  .then(() => import("./main.tsx"))
  .catch(sayItIsMissing);
