import { allow, noToken } from "@shardwatch/functions/api/allow";
import { createApp } from "@shardwatch/functions/api/app";
import { route, router } from "@shardwatch/functions/api/route";
import { wholeReads } from "@shardwatch/functions/api/routes/metrics";
import { composeAws } from "@shardwatch/functions/compose";
import { noExternalPorts } from "@shardwatch/functions/external-ports";
import { describe, expect, test } from "vitest";
import { matrix } from "../isolation/matrix.ts";
import { declaredRoutes, faultsOf } from "./walk.ts";

const services = composeAws(
  {
    TABLE_NAME: "never-asked",
    ENVIRONMENT: "local",
    WEB_ORIGIN: "http://localhost:5173",
    PROVIDER_API_URL: "http://localhost:3002",
  },
  noExternalPorts,
);
const application = () => createApp(services);

test("ROL45 every handler is declared as a route, and is guarded by its word of access before all else", () => {
  expect(faultsOf(application())).toEqual([]);
});

test("R2 every route is in the route × person matrix, and the matrix has no others", () => {
  expect(Object.keys(matrix).toSorted()).toEqual([...declaredRoutes(application()).keys()].toSorted());
});

describe("what would be a fault is found", () => {
  const declaration = {
    method: "get",
    path: "/extra/{id}",
    responses: { 200: { description: "It answers" } },
  } as const;

  test("a bare handler", () => {
    const app = application();
    app.get("/extra", (c) => c.text("open"));
    expect(faultsOf(app)).toEqual(["GET /extra is not declared"]);
  });

  test("a bare handler for every method, or for a part of the paths", () => {
    const app = application();
    app.all("/extra", (c) => c.text("open"));
    app.use("/extra/*", (c) => Promise.resolve(c.text("open")));
    expect(faultsOf(app)).toEqual([
      "ALL /extra answers for more than one route",
      "ALL /extra/* answers for more than one route",
    ]);
  });

  test("a bare handler in front of a declared one", () => {
    const app = router();
    app.get("/extra/:id", (c) => c.text("open"));
    app.openapi(route({ ...allow.member(noToken), ...declaration }), (c) => c.text("guarded"));
    expect(faultsOf(app)).toEqual(["GET /extra/{id} is not guarded first as member"]);
  });

  test("a route that is hidden from the document", () => {
    const app = router();
    app.openapi(route({ ...allow.member(noToken), ...declaration, hide: true }), (c) => c.text("guarded"));
    expect(faultsOf(app)).toEqual(["GET /extra/{id} is not declared"]);
  });

  test("a route without access, or with a word that is none", () => {
    const app = router();
    app.openapi(declaration, (c) => c.text("open"));
    expect(faultsOf(app)).toEqual(["GET /extra/{id} has no access"]);
    const other = router();
    other.openapi({ ...declaration, "x-access": "friend" }, (c) => c.text("open"));
    expect(faultsOf(other)).toEqual(["GET /extra/{id} has no access"]);
  });

  test("OUT10 a route with the guard of another scope or quota, or without a word about tokens", () => {
    const app = router();
    const { middleware } = allow.member("metrics");
    app.openapi(route({ ...allow.member("audit"), ...declaration, middleware }), (c) => c.text("open"));
    expect(faultsOf(app)).toEqual(["GET /extra/{id} is not guarded first as member"]);
    const free = router();
    const limited = { ...allow.member("audit", wholeReads), middleware: allow.member("audit").middleware };
    free.openapi(route({ ...limited, ...declaration }), (c) => c.text("open"));
    expect(faultsOf(free)).toEqual(["GET /extra/{id} is not guarded first as member"]);
    const other = router();
    other.openapi({ ...declaration, "x-access": "member" }, (c) => c.text("open"));
    expect(faultsOf(other)).toEqual(["GET /extra/{id} says nothing of tokens"]);
  });

  test("a route with the guard of another word", () => {
    const app = router();
    const { middleware } = allow.member(noToken);
    app.openapi(route({ ...declaration, "x-access": "superAdmin", "x-scope": noToken, middleware }), (c) =>
      c.text("open"),
    );
    expect(faultsOf(app)).toEqual(["GET /extra/{id} is not guarded first as superAdmin"]);
  });
});
