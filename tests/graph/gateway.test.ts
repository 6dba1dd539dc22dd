import { apiRoutes } from "@shardwatch/functions/api/api-routes";
import { fleetRoutes } from "@shardwatch/functions/api/fleet/routes";
import { manageRoutes } from "@shardwatch/functions/api/manage-routes";
import { programsRoutes } from "@shardwatch/functions/api/programs-routes";
import { mcp } from "@shardwatch/functions/api/routes/mcp";
import { metrics } from "@shardwatch/functions/api/routes/metrics";
import { rulesRoutes } from "@shardwatch/functions/api/rules/routes";
import { openId } from "@shardwatch/functions/api/routes/openid";
import { reports } from "@shardwatch/functions/api/routes/reports";
import { signInRoutes } from "@shardwatch/functions/api/sign-in-routes";
import { expect, test } from "vitest";
import { chosenRoute } from "./chosen-route.ts";
import { evaluated, functionsOf, resourceOf, resourcesOf } from "./graph.ts";

const { production } = evaluated;
const stage = () => resourceOf(production, "aws:apigatewayv2/stage:Stage").inputs;

/** The routes that a router declares, as "GET /deployments/{id}". */
const declaredBy = ({ openAPIRegistry }: Pick<typeof apiRoutes, "openAPIRegistry">) =>
  openAPIRegistry.definitions.flatMap((each) =>
    each.type === "route" ? [`${each.route.method.toUpperCase()} ${each.route.path}`] : [],
  );

const declarations: Record<string, string[]> = {
  api: declaredBy(apiRoutes),
  manage: declaredBy(manageRoutes),
  programs: declaredBy(programsRoutes),
  metrics: declaredBy(metrics),
  mcp: declaredBy(mcp),
  fleet: declaredBy(fleetRoutes),
  rules: declaredBy(rulesRoutes),
  "sign-in": declaredBy(signInRoutes),
  openid: declaredBy(openId),
  reference: ["GET /openapi.json", "GET /reference"],
  "agent-report": declaredBy(reports),
};

test("the gateway leads each route to the function that answers it, and has no route that nobody declares", () => {
  const bundleOf = (target: unknown) => {
    const name = String(target).replace("integrations/", "");
    const { inputs } = resourceOf(production, "aws:apigatewayv2/integration:Integration", name);
    expect(inputs).toMatchObject({ integrationType: "AWS_PROXY", payloadFormatVersion: "2.0" });
    const called = String(inputs["integrationUri"]).split(":").at(-1);
    return Object.entries(functionsOf(production)).find(([, { name: each }]) => each === called)?.[0];
  };
  const functions = Object.fromEntries(
    resourcesOf(production, "aws:apigatewayv2/route:Route").map(({ inputs }) => [
      String(inputs["routeKey"]),
      bundleOf(inputs["target"]),
    ]),
  );
  const keys = Object.keys(functions);
  const used = new Set<string>();
  for (const [name, declared] of Object.entries(declarations))
    for (const each of declared) {
      const [method = "", path = ""] = each.replaceAll(/\{\w+\}/g, "some-id").split(" ");
      const key = chosenRoute(keys, method, path);
      expect([each, functions[key]]).toEqual([each, name]);
      used.add(key);
    }
  expect([...used].toSorted()).toEqual(keys.toSorted());
});

test("SEC19 the gateway limits what each route takes of everybody together", () => {
  expect(stage()["defaultRouteSettings"]).toEqual({
    throttlingRateLimit: 2_000,
    throttlingBurstLimit: 2_000,
  });
});

test("SEC18 the gateway writes no access log: callers' addresses stand in no log", () => {
  expect(stage()).not.toHaveProperty("accessLogSettings");
  expect(JSON.stringify(production.resources)).not.toContain("sourceIp");
});

test("API04 the API answers at its domain only, and leaves CORS to the application", () => {
  const api = resourceOf(production, "aws:apigatewayv2/api:Api").inputs;
  expect(api).toMatchObject({ protocolType: "HTTP", disableExecuteApiEndpoint: true });
  expect(api["corsConfiguration"]).toEqual({});
});
