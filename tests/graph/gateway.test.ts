import { fleetDeclarations } from "@shardwatch/functions/api/fleet/declarations";
import { expect, test } from "vitest";
import { evaluated, functionsOf, resourceOf, resourcesOf } from "./graph.ts";

const { production } = evaluated;
const stage = () => resourceOf(production, "aws:apigatewayv2/stage:Stage").inputs;

/** The function behind each route. */
const routes: Record<string, string> = {
  $default: "api",
  "POST /agent/reports": "agent-report",
  ...Object.fromEntries(
    fleetDeclarations.map(({ method, path }) => [`${method.toUpperCase()} ${path}`, "fleet"]),
  ),
};

test("every route leads to its function, and every route that the function fleet declares leads there", () => {
  const bundleOf = (target: unknown) => {
    const name = String(target).replace("integrations/", "");
    const { inputs } = resourceOf(production, "aws:apigatewayv2/integration:Integration", name);
    expect(inputs).toMatchObject({ integrationType: "AWS_PROXY", payloadFormatVersion: "2.0" });
    const called = String(inputs["integrationUri"]).split(":").at(-1);
    return Object.entries(functionsOf(production)).find(([, { name: each }]) => each === called)?.[0];
  };
  const declared = resourcesOf(production, "aws:apigatewayv2/route:Route").map(
    ({ inputs }) => [inputs["routeKey"], bundleOf(inputs["target"])] as const,
  );
  expect(Object.fromEntries(declared)).toEqual(routes);
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
