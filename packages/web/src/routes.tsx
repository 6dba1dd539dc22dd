import type { RouteObject } from "react-router-dom";
import { Booting } from "./layout/Booting.tsx";
import { PageError, RootError } from "./layout/ErrorPage.tsx";
import { RootLayout } from "./layout/RootLayout.tsx";
import { LoginPage, loginLoader } from "./pages/login/LoginPage.tsx";
import { SessionEndedPage } from "./pages/logout/SessionEndedPage.tsx";
import { requireRight, requireSession } from "./session/guard.ts";

/** The id of the route above all pages that need a session. */
export const protectedRoute = "protected";

/** The table of contents: every screen can be reached from here. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: Booting,
    children: [
      { path: "/", loader: loginLoader, Component: LoginPage },
      { path: "/signup", lazy: () => import("./pages/signup/SignUpPage.tsx") },
      { path: "/logout", Component: SessionEndedPage },
      {
        id: protectedRoute,
        middleware: [requireSession],
        lazy: () => import("./layout/AppLayout.tsx"),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              { path: "/deployments", lazy: () => import("./pages/deployments/DeploymentsPage.tsx") },
              { path: "/deployments/:id", lazy: () => import("./pages/deployments/DeploymentPage.tsx") },
              {
                path: "/admin",
                middleware: [requireRight("useAdminArea")],
                lazy: () => import("./pages/admin/AdminPage.tsx"),
              },
            ],
          },
        ],
      },
      { path: "*", lazy: () => import("./pages/not-found/NotFoundPage.tsx") },
    ],
  },
];
