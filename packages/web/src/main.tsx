import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { connectSession } from "./api/client.ts";
import { Failure } from "./layout/ErrorPage.tsx";
import { PublicFrame } from "./layout/public/PublicFrame.tsx";
import { showTypefacesSoon } from "./lib/browser/fonts.ts";
import { loadConfig } from "./lib/settings/config.ts";
import { paths } from "./lib/address/paths.ts";
import { sessionEnded } from "./lib/browser/session-events.ts";
import { protectedRoute, routes } from "./routes.tsx";
import { sessionPort } from "./session/calls.ts";

function renderApplication(root: Root): void {
  const router = createBrowserRouter(routes);
  sessionEnded.listen((end) => {
    const { matches, location } = router.state;
    if (!matches.some(({ route }) => route.id === protectedRoute)) return;
    const here = end === "expired" ? `${location.pathname}${location.search}` : undefined;
    void router.navigate(paths.sessionEnded(here));
  });
  root.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

const container = document.getElementById("root");
if (!container) throw new Error("index.html has no element with the id root");
const root = createRoot(container);
try {
  await loadConfig();
  // Parsing the libraries and running them are separate tasks. One task would block a phone for a moment.
  await new Promise((resolve) => setTimeout(resolve));
  connectSession(sessionPort);
  renderApplication(root);
  showTypefacesSoon();
} catch (error) {
  console.error("Shardwatch cannot start", error);
  root.render(
    <PublicFrame>
      <Failure
        heading="Shardwatch cannot start"
        text={`${error instanceof Error ? error.message : ""} Please try again later.`.trim()}
      />
    </PublicFrame>,
  );
}
