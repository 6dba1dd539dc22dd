import { deploymentSources } from "@shardwatch/core/contract/source/source";
import { allRoles, may, type Role } from "@shardwatch/core/contract/people/roles";
import { type RouteObject, RouterContextProvider } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { productPages } from "./layout/rail/navigation.ts";
import { paths } from "./lib/address/paths.ts";
import { type PageName, patterns, rights } from "./lib/address/urls.ts";
import { protectedRoute, routes } from "./routes.tsx";
import { endSession, startSession } from "./session/session.ts";

/** A route with a path, and the routes above it. */
interface Found {
  route: RouteObject;
  above: readonly RouteObject[];
}

const under = (list: readonly RouteObject[], above: readonly RouteObject[] = []): Found[] =>
  list.flatMap((route) => [{ route, above }, ...under(route.children ?? [], [...above, route])]);

/** The routes of pages by their paths. "*" leads somewhere else, or says that there is no such page. */
const pages = under(routes).filter(({ route }) => route.path !== undefined && route.path !== "*");
/** The paths of a page. Each kind of source has a tab. */
const pathsOf = (page: PageName): string[] =>
  page === "sourceTab" ? deploymentSources.map(paths.sourceTab) : [patterns[page]];
const names = Object.keys(patterns) as PageName[];

test("each page is one route, and no route is another's", () => {
  const found = pages.map(({ route }) => route.path ?? "");
  expect(found.toSorted()).toEqual(names.flatMap(pathsOf).toSorted());
  // The name of a further kind could be that of another page below the integrations.
  expect(new Set(found).size).toBe(found.length);
});

test("the pages of the rail are routes below the session", () => {
  for (const { path } of productPages) {
    const { above = [] } = pages.find(({ route }) => route.path === path) ?? {};
    expect(above.some(({ id }) => id === protectedRoute)).toBe(true);
  }
});

/** Whether the guards of a page's own route admit a person with these roles, or redirect to the deployments. */
async function admits({ middleware = [] }: RouteObject, ...roles: Role[]): Promise<boolean> {
  startSession({
    id: "acc_1",
    redisCloudId: "1",
    firstName: "Ada",
    lastName: "Bell",
    email: "ada@example.com",
    roles,
    organization: null,
  });
  const request = new Request("http://localhost/");
  const args = {
    request,
    url: new URL(request.url),
    pattern: "/",
    params: {},
    context: new RouterContextProvider(),
  };
  try {
    for (const guard of middleware) await guard(args, () => Promise.resolve({}));
    return true;
  } catch (answer) {
    expect((answer as Response).headers.get("location")).toBe(patterns.deployments);
    return false;
  }
}

test("NAV20 a page that needs a right admits people who have it, and no others", async () => {
  for (const storage of ["sessionStorage", "localStorage"])
    vi.stubGlobal(storage, { setItem: () => undefined });
  try {
    for (const name of names) {
      const { route = {} } = pages.find(({ route: each }) => each.path === patterns[name]) ?? {};
      for (const one of allRoles)
        expect([name, one, await admits(route, one)]).toEqual([
          name,
          one,
          rights[name] === undefined || may([one], rights[name]),
        ]);
    }
  } finally {
    // Other files of this process share the session.
    endSession("expired");
    vi.unstubAllGlobals();
  }
});

test("NAV15 NAV16 NAV17 the pages of the admin area need its right", () => {
  for (const name of names.filter((each) => patterns[each].startsWith("/admin")))
    expect(rights[name]).toBe("useAdminArea");
});
