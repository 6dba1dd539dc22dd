import { Navigate, type NonIndexRouteObject, type RouteObject } from "react-router-dom";
import { PageError, RootError } from "./layout/ErrorPage.tsx";
import { Booting, RootLayout, tabbed } from "./layout/frame/RootLayout.tsx";
import { byRedisCloud, openIdName } from "./lib/settings/config.ts";
import { paths } from "./lib/address/paths.ts";
import { type PageName, patterns } from "./lib/address/urls.ts";
import { tabRoutes } from "./pages/integrations/kinds.tsx";
import { keepOrganization, requireRightFor, requireSession } from "./session/guard.ts";

type Lazy = NonNullable<NonIndexRouteObject["lazy"]>;

/** Only people of Redis Cloud have a password here, and a sign-up. */
function signInOr<Page>(page: () => Promise<Page>) {
  if (byRedisCloud()) return page();
  return openIdName() === undefined
    ? import("./pages/login/OwnSignInPage.tsx")
    : import("./pages/login/OpenIdPage.tsx");
}

/** A page at its path, for people with the right that it needs. */
const page = (name: PageName, lazy: Lazy): NonIndexRouteObject => ({
  path: patterns[name],
  middleware: requireRightFor(name),
  lazy,
});

/**
 * Redirects a page to one of its tabs without a step in the history. A loader cannot: a redirect adds a step
 * when the address is opened directly. A replacement removes the previous page when it is not.
 */
const toTab = (path: string) => () => <Navigate to={path} replace />;

/** A page whose tabs have their own addresses. Its own and others below it lead to the first tab. */
const tabsOf = (name: PageName, lazy: Lazy, first: string, tabs: RouteObject[]): RouteObject => ({
  ...page(name, lazy),
  handle: tabbed,
  children: [...tabs, { index: true, Component: toTab(first) }, { path: "*", Component: toTab(first) }],
});

/** The id of the route above all pages that need a session. */
export const protectedRoute = "protected";

/** The pages that need a session. */
const pages: RouteObject[] = [
  page("overview", () => import("./pages/overview/OverviewPage.tsx")),
  page("deployments", () => import("./pages/deployments/DeploymentsPage.tsx")),
  page("deployment", () => import("./pages/deployments/detail/DeploymentPage.tsx")),
  page("database", () => import("./pages/deployments/database/DatabasePage.tsx")),
  page("deploymentPrivacy", () => import("./pages/deployments/privacy/PrivacyPage.tsx")),
  page("databases", () => import("./pages/databases/DatabasesPage.tsx")),
  page("incidents", () => import("./pages/incidents/IncidentsPage.tsx")),
  page("incidentRules", () => import("./pages/incidents/rules/RulesPage.tsx")),
  page("newIncidentRule", () => import("./pages/incidents/rules/form/RulePage.tsx")),
  page("incidentRule", () => import("./pages/incidents/rules/form/RulePage.tsx")),
  page("incident", () => import("./pages/incidents/IncidentPage.tsx")),
  page("outlook", () => import("./pages/outlook/memory/MemoryPage.tsx")),
  page("outlookLicenses", () => import("./pages/outlook/licenses/LicensesPage.tsx")),
  page("changes", () => import("./pages/changes/ChangesPage.tsx")),
  page("sources", () => import("./pages/integrations/all/SourcesPage.tsx")),
  page("agent", () => import("./pages/integrations/agent/AgentPage.tsx")),
  page("addSource", () => import("./pages/integrations/add/AddSourcePage.tsx")),
  tabsOf(
    "integrations",
    () => import("./pages/integrations/IntegrationsPage.tsx"),
    paths.sourceTab("agent"),
    tabRoutes,
  ),
  tabsOf("profile", () => import("./pages/profile/ProfileLayout.tsx"), paths.profilePersonal(), [
    page("profilePersonal", () => import("./pages/profile/PersonalTab.tsx")),
    page("profileOrganization", () => import("./pages/profile/OrganizationTab.tsx")),
    page("profileMembers", () => import("./pages/profile/members/MembersTab.tsx")),
    page("profileNotifications", () => import("./pages/profile/channels/NotificationsTab.tsx")),
    page("profilePrograms", () => import("./pages/profile/programs/ProgramsTab.tsx")),
    page("profileAudit", () => import("./pages/profile/audit/AuditTab.tsx")),
  ]),
  page("device", () => import("./pages/profile/command-line/DevicePage.tsx")),
  page("invitationSuccess", () => import("./pages/profile/InvitationSuccessPage.tsx")),
  page("admin", () => import("./pages/admin/AdminPage.tsx")),
  page("adminAccounts", () => import("./pages/admin/AccountsPage.tsx")),
  page("adminOrganizations", () => import("./pages/admin/OrganizationsPage.tsx")),
];

/** The table of contents: every screen is a route here. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: Booting,
    children: [
      page("login", () => signInOr(() => import("./pages/login/LoginPage.tsx"))),
      page("signUp", () => signInOr(() => import("./pages/signup/SignUpPage.tsx"))),
      page("signInLink", () => import("./pages/login/LinkPage.tsx")),
      page("invitation", () => import("./pages/login/InvitationPage.tsx")),
      page("sessionEnded", () => import("./pages/logout/SessionEndedPage.tsx")),
      {
        id: protectedRoute,
        middleware: [requireSession, keepOrganization],
        lazy: () => import("./layout/frame/AppLayout.tsx"),
        children: [{ ErrorBoundary: PageError, children: pages }],
      },
      { path: "*", lazy: () => import("./pages/not-found/NotFoundPage.tsx") },
    ],
  },
];
