import { join } from "node:path";
import type { Rolldown } from "vite";

type Group = Rolldown.CodeSplittingGroup;
/** Whether a module belongs to a group. */
type Belongs = (...of: Parameters<Rolldown.CodeSplittingNameFunction>) => boolean;

export const source = join(import.meta.dirname, "../src");

/** The files by whose imports the code is divided. */
export const files = {
  main: "main.tsx",
  signIn: "pages/login/LoginPage.tsx",
  frame: "layout/frame/AppLayout.tsx",
  list: "pages/deployments/DeploymentsPage.tsx",
  overview: "pages/overview/OverviewPage.tsx",
  incident: "pages/incidents/IncidentPage.tsx",
  cards: "ui/table/CardList.tsx",
  smallBar: "filter/SmallBar.tsx",
};

/** The folders of which a chunk has more than one page needs. */
export const folders = {
  api: "api",
  filter: "filter",
  lib: "lib",
  marks: "incidents",
  incidents: "pages/incidents",
  charts: "pages/incidents/chart",
  drawings: "ui/chart",
  notices: "ui/state",
  ui: "ui",
};

/**
 * What a file loads by its static imports, itself included. A package's index imports the whole package, so the graph
 * says nothing there. The bundler adds what is in use.
 */
function reach(file: keyof typeof files): Belongs {
  let reached: Set<string> | undefined;
  return (id, context) => {
    if (!reached) {
      reached = new Set([join(source, files[file])]);
      for (const each of reached)
        for (const next of context.getModuleInfo(each)?.importedIds ?? [])
          if (!next.includes("/node_modules/")) reached.add(next);
    }
    return reached.has(id);
  };
}

const group = (name: string, priority: number, belongs: Belongs): Group => ({
  name: (id, context) => (belongs(id, context) ? name : null),
  debugName: name,
  priority,
});

const inFolder = (id: string, folder: keyof typeof folders) =>
  id.startsWith(join(source, folders[folder], "/"));

/** What several later parts share. As files of a few hundred bytes each cost a request. */
const shared = (name: string, minShareCount: number, ...of: (keyof typeof folders)[]): Group => ({
  name,
  test: (id) => of.some((each) => inFolder(id, each)),
  minShareCount,
});
const [signIn, frame, overview] = [reach("signIn"), reach("frame"), reach("overview")];
const [main, list, incident] = [reach("main"), reach("list"), reach("incident")];
const maxModuleSize = 1_500;
/**
 * Without what the overview needs from the start: the others need parts of the list and of the incidents. Charts are for
 * pages that draw some, and a small file of theirs would bring the library along.
 */
const isSmall: Belongs = (id, context) =>
  (inFolder(id, "lib") || inFolder(id, "ui")) && !inFolder(id, "drawings") && !overview(id, context);

/** The list and the overview share it. */
const query: Belongs = (id) => id.endsWith("/react-query/build/modern/useQuery.js");

/**
 * Every page needs three files: the first script, the libraries, which change rarely, and the application. A fourth
 * has what every page behind the sign-in needs, a fifth the list of deployments. As thirty small files they loaded a
 * second later.
 */
export const groups: Group[] = [
  { name: "boot", tags: ["$initial"], priority: 6 },
  {
    name: "libraries",
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
    priority: 5,
  },
  group("start", 5, (...of) => main(...of) || (signIn(...of) && (frame(...of) || overview(...of)))),
  group(
    "app",
    4,
    (...of) => query(...of) || frame(...of) || (overview(...of) && (list(...of) || incident(...of))),
  ),
  group("list", 3, list),
  // The sign-in, with the forms that other pages share.
  group("public", 3, signIn),
  // What only small windows show. The first script asks for it there, beside the application.
  {
    name: "phone",
    test: (id) => [files.cards, files.smallBar].some((file) => id === join(source, file)),
    priority: 2,
  },
  // Before the marks, which use some of it: pages use the rest without them.
  shared("api", 2, "api"),
  // The marks and counts of every page. The pages of incidents share the rest, without their chart.
  shared("marks", 1, "marks"),
  {
    ...shared("incidents", 1, "incidents"),
    test: (id) => inFolder(id, "incidents") && !inFolder(id, "charts"),
  },
  { ...shared("filters", 2, "filter", "notices"), maxModuleSize },
  { name: "icons", test: /node_modules\/lucide-react\// },
  { ...group("small", 0, isSmall), minShareCount: 3, maxModuleSize },
];
