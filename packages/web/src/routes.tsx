import type { RouteObject } from "react-router-dom";
import { Booting } from "./layout/Booting.tsx";
import { PageError, RootError } from "./layout/ErrorPage.tsx";
import { RootLayout, tabbed } from "./layout/RootLayout.tsx";
import { toTab } from "./layout/to-tab.tsx";
import { openIdName } from "./lib/config.ts";
import { paths } from "./lib/paths.ts";
import { patterns } from "./lib/urls.ts";
import { tabRoutes } from "./pages/integrations/kinds.tsx";
import { requireRight, requireSession } from "./session/guard.ts";

/** People of an OpenID provider have no password here, and no sign-up. */
const signInOr = <Page,>(page: () => Promise<Page>) =>
  openIdName() === undefined ? page() : import("./pages/login/OpenIdPage.tsx");

/** The id of the route above all pages that need a session. */
export const protectedRoute = "protected";

/** The table of contents: every screen is a route here. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: Booting,
    children: [
      { path: patterns.login, lazy: () => signInOr(() => import("./pages/login/LoginPage.tsx")) },
      { path: patterns.signUp, lazy: () => signInOr(() => import("./pages/signup/SignUpPage.tsx")) },
      { path: patterns.sessionEnded, lazy: () => import("./pages/logout/SessionEndedPage.tsx") },
      {
        id: protectedRoute,
        middleware: [requireSession],
        lazy: () => import("./layout/AppLayout.tsx"),
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              { path: patterns.overview, lazy: () => import("./pages/overview/OverviewPage.tsx") },
              {
                path: patterns.deployments,
                lazy: () => import("./pages/deployments/DeploymentsPage.tsx"),
              },
              {
                path: patterns.deployment,
                lazy: () => import("./pages/deployments/detail/DeploymentPage.tsx"),
              },
              {
                path: patterns.deploymentPrivacy,
                lazy: () => import("./pages/deployments/privacy/PrivacyPage.tsx"),
              },
              { path: patterns.databases, lazy: () => import("./pages/databases/DatabasesPage.tsx") },
              { path: patterns.incidents, lazy: () => import("./pages/incidents/IncidentsPage.tsx") },
              { path: patterns.incident, lazy: () => import("./pages/incidents/IncidentPage.tsx") },
              { path: patterns.changes, lazy: () => import("./pages/changes/ChangesPage.tsx") },
              { path: patterns.addSource, lazy: () => import("./pages/integrations/add/AddSourcePage.tsx") },
              {
                path: patterns.integrations,
                handle: tabbed,
                lazy: () => import("./pages/integrations/IntegrationsPage.tsx"),
                children: [
                  ...tabRoutes,
                  { index: true, Component: toTab(paths.agentKeys()) },
                  { path: "*", Component: toTab(paths.agentKeys()) },
                ],
              },
              {
                path: patterns.profile,
                handle: tabbed,
                lazy: () => import("./pages/profile/ProfileLayout.tsx"),
                children: [
                  { path: patterns.profilePersonal, lazy: () => import("./pages/profile/PersonalTab.tsx") },
                  {
                    path: patterns.profileOrganization,
                    lazy: () => import("./pages/profile/OrganizationTab.tsx"),
                  },
                  {
                    path: patterns.profileAudit,
                    middleware: [requireRight("manageOrganization")],
                    lazy: () => import("./pages/profile/audit/AuditTab.tsx"),
                  },
                  { index: true, Component: toTab(paths.profilePersonal()) },
                  { path: "*", Component: toTab(paths.profilePersonal()) },
                ],
              },
              {
                path: patterns.invitationSuccess,
                lazy: () => import("./pages/profile/InvitationSuccessPage.tsx"),
              },
              {
                path: patterns.admin,
                middleware: [requireRight("useAdminArea")],
                children: [
                  { index: true, lazy: () => import("./pages/admin/AdminPage.tsx") },
                  { path: patterns.adminAccounts, lazy: () => import("./pages/admin/AccountsPage.tsx") },
                  {
                    path: patterns.adminOrganizations,
                    lazy: () => import("./pages/admin/OrganizationsPage.tsx"),
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: "*", lazy: () => import("./pages/not-found/NotFoundPage.tsx") },
    ],
  },
];
