import { expect, test } from "vitest";
import { cyclesOf, graphOf } from "./cycles.ts";
import { read, sourceFiles } from "./files.ts";
import { allImports } from "./imports.ts";
import { forbiddenInWeb, webFolderOf, reserved, reservedIn } from "./web-floors.ts";

const edges = allImports().flatMap(({ from, to }) =>
  to !== undefined && webFolderOf(from) && webFolderOf(to) ? [{ from, to }] : [],
);

test("every file of the web application imports from its own floor and those below", () => {
  expect(edges.length).toBeGreaterThan(500);
  const faults = edges.flatMap(({ from, to }) => {
    const reason = forbiddenInWeb(from, to);
    return reason === undefined ? [] : [`${from} imports ${to}: ${reason}`];
  });
  expect(faults).toEqual([]);
});

test("no folder of the web application imports itself over others", () => {
  const between = edges.map(
    ({ from, to }) => [webFolderOf(from)?.folder ?? "", webFolderOf(to)?.folder ?? ""] as const,
  );
  expect(cyclesOf(graphOf(between))).toEqual([]);
});

test("forms are sent by their shell, and menus are the library's", () => {
  const files = sourceFiles();
  expect(files.flatMap((path) => reservedIn(path, read(path)))).toEqual([]);
  for (const { text, only } of reserved)
    for (const path of only) expect(read(`packages/web/src/${path}`)).toMatch(text);
});

const web = (path: string) => `packages/web/src/${path}`;

test.each([
  ["lib/toasts.ts", "api/request.ts"],
  ["lib/paths.ts", "ui/form/Button.tsx"],
  ["ui/state/ErrorState.tsx", "api/request.ts"],
  ["ui/table/DataTable.tsx", "session/session.ts"],
  ["api/client.ts", "sources/index.ts"],
  ["provider/login.ts", "session/session.ts"],
  ["api/client.ts", "session/refetch-user.ts"],
  ["session/guard.ts", "layout/Header.tsx"],
  ["layout/use-palette-groups.ts", "pages/deployments/describe.ts"],
  ["pages/admin/AccountsPage.tsx", "pages/deployments/columns.tsx"],
  ["pages/deployments/detail/DeploymentPage.tsx", "pages/profile/PersonalTab.tsx"],
  ["pages/login/LoginPage.tsx", "routes.tsx"],
  ["brand-new-folder/file.ts", "lib/paths.ts"],
])("%s may not import %s", (from, to) => {
  expect(forbiddenInWeb(web(from), web(to))).toBeDefined();
});

test.each([
  ["routes.tsx", "pages/login/LoginPage.tsx"],
  ["pages/deployments/columns.tsx", "pages/deployments/detail/gaps.ts"],
  ["pages/brand-new-area/Page.tsx", "layout/PageHeading.tsx"],
  ["lib/paths.ts", "lib/urls.ts"],
])("%s may import %s", (from, to) => {
  expect(forbiddenInWeb(web(from), web(to))).toBeUndefined();
});

test("a form or a menu of its own in a page is found", () => {
  for (const text of [
    "<form onSubmit={send}>",
    '<Button type="submit">',
    'import { Menu } from "@base-ui/react/menu";',
  ])
    expect(reservedIn(web("pages/login/LoginPage.tsx"), text)).toHaveLength(1);
});
