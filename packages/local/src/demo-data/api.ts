import { join } from "node:path";
import { allow, noToken } from "@shardwatch/functions/api/allow";
import { createApp } from "@shardwatch/functions/api/app";
import { answers, noContent, route, router } from "@shardwatch/functions/api/route";
import { serve } from "@shardwatch/functions/api/serve";
import type { Services } from "@shardwatch/core/access/context";
import { agentDownloadPath, createAgentDownload } from "../agent-download.ts";
import { DemoData } from "./demo-data.ts";

/** The path of the one route that only the run on one machine has. */
export const demoDataPath = "/demo-data";

const addRoute = route({
  ...allow.member(noToken),
  method: "post",
  path: demoDataPath,
  // Only the run on one machine has it.
  "x-audit": null,
  summary: "Add demo data to your organization, if it has no deployments",
  responses: { 204: { description: "Its deployments are in the list" }, ...answers.conflict },
});

export type LocalApi = ReturnType<typeof createLocalApi>;

/**
 * The API of the run on one machine: all routes of the API, one for demo data, and the agent's download.
 * @param folder keeps the agent keys of the demo data over a restart, and the built agent
 */
export function createLocalApi(services: Services, folder: string) {
  const api = createApp(services);
  const demoData = new DemoData({
    services,
    send: (request) => api.fetch(request),
    file: join(folder, "demo-data.json"),
  });
  const routes = router().openapi(addRoute, (c) => noContent(c, demoData.add(c.var.ctx)));
  const own = serve(services, routes);
  const agentDownload = createAgentDownload(folder);
  const fetch = (request: Request, env: object) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith(agentDownloadPath)) return agentDownload.fetch(request, env);
    return (pathname === demoDataPath ? own : api).fetch(request, env);
  };
  return { fetch, demoData };
}
