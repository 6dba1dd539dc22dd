import { may } from "@shardwatch/core/contract/people/roles";
import { askAhead } from "./api/head-start.ts";
import { compareTexts } from "./lib/words/compare-texts.ts";
import { config, loadConfig } from "./lib/settings/config.ts";
import { patterns, screenAt } from "./lib/address/urls.ts";
import { isWideWindow } from "./lib/browser/wide-window.ts";
import { readStoredUser } from "./session/stored-user.ts";
import "./theme.css";

// The first code that runs. It is small, so it runs while the libraries load, and prefetches the data of the
// first page. A failure here is ignored: the same call fails again, and is shown, where it is needed.

const screen = screenAt(location);
const ignored = () => undefined;

function askForCode(): void {
  if (location.pathname === patterns.login) import("./pages/login/LoginPage.tsx").catch(ignored);
  // Public pages: do not preload the signed-in bundle.
  if (screen.kind === "public") return;
  import("./layout/frame/AppLayout.tsx").catch(ignored);
  if (location.pathname === patterns.overview) import("./pages/overview/OverviewPage.tsx").catch(ignored);
  if (screen.kind === "deployments") {
    import("./pages/deployments/DeploymentsPage.tsx").catch(ignored);
    if (!isWideWindow()) import("./ui/table/CardList.tsx").catch(ignored);
  }
  if (screen.kind === "deployment") import("./pages/deployments/detail/DeploymentPage.tsx").catch(ignored);
  if (screen.kind === "database") import("./pages/deployments/database/DatabasePage.tsx").catch(ignored);
}

function askForData(): void {
  const { apiUrl } = config();
  const ask = (method: string, path: string) => askAhead(`${apiUrl}${path}`, { method });
  const user = readStoredUser();
  if (screen.kind === "public") return;
  if (!user) ask("POST", "/me");
  // The list and a deployment have the same paths here and at the API. A database is a part of its deployment's
  // answer. People who cannot choose an organization get their own list.
  const chooses = !user || may(user.roles, "seeEveryOrganization");
  if (screen.kind === "deployments")
    ask("GET", patterns.deployments + named(chooses ? screen.organization : undefined));
  if (screen.kind === "deployment" || screen.kind === "database")
    ask("GET", `${patterns.deployments}/${screen.id}${named(screen.organization)}`);
  // Prepares the sorting of the list while the answers load.
  compareTexts("a", "b");
}

/** The query of a call about one organization. */
const named = (organizationId: string | undefined) =>
  organizationId === undefined ? "" : `?${new URLSearchParams({ organizationId })}`;

/** Without the application, only this script can report it. A new release may have removed the files. */
function sayItIsMissing(error: unknown): void {
  console.error("The application cannot be loaded", error);
  document.getElementById("root")?.append("Couldn't load Shardwatch. Please reload the page.");
}

askForCode();
void loadConfig()
  .then(askForData)
  .catch(ignored)
  .then(() => import("./main.tsx"))
  .catch(sayItIsMissing);
