import type { Locator, Page } from "@playwright/test";

/** A dialog, a menu or a form of a screen: what opens it, and what is there then. */
export interface State {
  name: string;
  open: (page: Page) => Promise<unknown>;
  ready: (page: Page) => Locator;
  /** It is checked on a phone unless it exists only in a large window. */
  onlyDesktop?: true;
}

/** A page, and what it opens. */
export interface Screen {
  path: string;
  ready: (page: Page) => Locator;
  states?: readonly State[];
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { level: 1, name });
const row = (name: string) => (page: Page) => page.getByRole("link", { name, exact: true }).first();
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole("dialog", { name });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

/** A dialog that a button of the page opens. */
const opened = (title: string | RegExp, by: string | RegExp = title): State => ({
  name: String(title),
  open: (page) => button(page, by),
  ready: dialog(title),
});

/** A dialog that an action of a menu opens. */
const chosen = (menu: string, action: string, title: string): State => ({
  name: title,
  async open(page) {
    await button(page, menu);
    await page.getByRole("menuitem", { name: action }).click();
  },
  ready: dialog(title),
});

/** A form that a button of the page shows. */
const formOf = (name: string): State => ({
  name,
  open: (page) => button(page, name),
  ready: (page) => page.getByRole("form", { name }),
});

/** A part of the page that a button unfolds. */
const unfolded = (by: string, ready: State["ready"]): State => ({
  name: by,
  open: (page) => button(page, by),
  ready,
});

/** What the header of every page behind the sign-in opens. */
const frame: readonly State[] = [
  {
    name: "account menu",
    open: (page) => button(page, "Account menu"),
    ready: (page) => page.getByRole("menuitem", { name: "Sign out" }),
  },
  opened("Notifications", /^Notifications/),
  opened("Feedback"),
  opened("Navigation"),
  { ...opened("Keyboard shortcuts"), onlyDesktop: true },
  {
    name: "palette",
    open: (page) => page.keyboard.press("Control+k"),
    ready: (page) => page.getByRole("dialog").getByRole("combobox"),
  },
];

/** A license with flash, two databases, and a name that is cut: every look in one deployment. */
export const longName = "Analytics (Redis on flash, Frankfurt data center, second room)";

export const publicScreens: readonly Screen[] = [
  { path: "/", ready: heading("Sign in") },
  { path: "/signup", ready: heading("Sign up") },
  { path: "/logout", ready: heading("You're not signed in") },
  { path: "/no/such/page", ready: heading("Page not found") },
];

/** The list of an organization, as its admin sees it, and all that the header opens. */
export const listScreens: readonly Screen[] = [
  {
    path: "/deployments",
    ready: row(longName),
    states: [
      ...frame,
      opened("Filters"),
      { ...opened("Columns", "Show columns"), onlyDesktop: true },
      {
        name: "menu of views",
        open: (page) => button(page, "View"),
        ready: (page) => page.getByRole("menuitem").first(),
      },
      {
        name: "menu of a row",
        open: (page) => button(page, `Actions for ${longName}`),
        ready: (page) => page.getByRole("menuitem", { name: "Delete" }),
      },
      {
        name: "deletion",
        async open(page) {
          await button(page, `Actions for ${longName}`);
          await page.getByRole("menuitem", { name: "Delete" }).click();
        },
        ready: dialog("Delete deployment"),
      },
    ],
  },
];

/** The other screens of an organization. */
export const memberScreens: readonly Screen[] = [
  { path: "/overview", ready: (page) => page.getByText(/^(No incidents yet|Nothing needs attention)\./) },
  {
    path: "/databases",
    ready: row("audit-buffer"),
    states: [opened("Filters")],
  },
  { path: "/incidents", ready: (page) => page.getByText("No open incidents") },
  { path: "/incidents/rules", ready: (page) => page.getByText("Memory is nearly full", { exact: true }) },
  { path: "/incidents/inc_00000000000000000000000000", ready: heading("Incident not found") },
  {
    path: "/outlook",
    ready: (page) => page.getByRole("region", { name: /^At their limit/ }),
    states: [opened("Filters")],
  },
  { path: "/outlook/licenses", ready: row(longName), states: [opened("Filters")] },
  { path: "/changes", ready: (page) => page.getByText("deployments appeared").first() },
  {
    path: "/sources",
    ready: (page) => page.getByText("Production agent").first(),
    states: [unfolded("Details of Production agent", (page) => page.getByText("Last report").first())],
  },
  {
    path: "/integrations/agent-keys",
    ready: (page) => page.getByText("Production agent").first(),
    states: [
      formOf("Create agent key"),
      unfolded("Show the steps", (page) => page.getByText("Download the agent")),
    ],
  },
  {
    path: "/integrations/add?kind=agent",
    ready: (page) => page.getByLabel("API key name"),
  },
  {
    path: "/integrations/redis-cloud",
    ready: (page) => page.getByText("Acme production").first(),
    states: [formOf("Connect account")],
  },
  {
    path: "/integrations/aws",
    ready: (page) => page.getByText("External ID").first(),
    states: [formOf("Connect AWS account")],
  },
  { path: "/profile/personal", ready: (page) => page.getByLabel("Start on") },
  {
    path: "/profile/organization",
    ready: (page) => page.getByText("viewer@example.com"),
    states: [
      { ...formOf("Edit organization"), ready: (page) => page.getByRole("button", { name: "Save" }) },
      chosen("Actions for Yuki Tanaka", "Change role", "Change role"),
      chosen("Actions for Yuki Tanaka", "Remove", "Remove member"),
    ],
  },
  { path: "/profile/members", ready: (page) => page.getByText("viewer@example.com") },
  { path: "/profile/notifications", ready: (page) => page.getByText("Admins by email") },
  { path: "/invitation/success?inviter=Marco", ready: heading("No accepted invitation") },
  { path: "/deployments/dep_0000000000000000", ready: heading("Deployment not found") },
  { path: "/deployments/dep_0000000000000000/databases/1", ready: heading("Deployment not found") },
];

/** What only super admins see. */
export const adminScreens: readonly Screen[] = [
  { path: "/deployments", ready: row("dashboards-cache") },
  { path: "/admin", ready: (page) => page.getByText(/^\d+ accounts$/), states: [opened("Navigation")] },
  { path: "/admin/accounts", ready: heading("Accounts") },
  {
    path: "/admin/organizations",
    ready: heading("Organizations"),
    states: [opened(/^Create/, "Create Organization")],
  },
];
