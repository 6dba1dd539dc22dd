import { askAhead } from "./api/head-start.ts";
import { compareTexts } from "./lib/compare-texts.ts";
import { config, loadConfig } from "./lib/config.ts";
import { readStoredUser } from "./session/stored-user.ts";
import "./theme.css";

// The first code that runs, small enough to run while the libraries are on their way: what the first page will need
// is asked for now. Whatever fails here fails again where it is needed, and is told there.

const { pathname, search } = location;
/** The list and a deployment have the same addresses here and at the API. */
const shows = { list: pathname === "/deployments", deployment: /^\/deployments\/[^/]+$/.test(pathname) };
/** Whether somebody who is not signed in may be here: there the code behind the sign-in would be in the way. */
const isPublic = ["/", "/signup", "/logout"].includes(pathname);
const ignored = () => undefined;

function askForCode(): void {
  if (isPublic) return;
  import("./home.ts").catch(ignored);
  if (shows.deployment) import("./pages/deployments/detail/DeploymentPage.tsx").catch(ignored);
}

function askForData(): void {
  const { apiUrl } = config();
  const ask = (method: string, path: string) => askAhead(`${apiUrl}${path}`, { method });
  if (isPublic) return;
  if (!readStoredUser()) ask("POST", "/me");
  // Which organization's list a super admin chose is the page's to read.
  const whole = shows.list && !new URLSearchParams(search).has("organization");
  if (whole || shows.deployment) ask("GET", pathname);
  // While the answers are on their way there is time to get ready what the list is sorted by.
  compareTexts("a", "b");
}

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
