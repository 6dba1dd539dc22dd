import { mostWholeReads, refreshInterval } from "@shardwatch/core/contract/token/metric-limits";
import { possibleParts } from "@shardwatch/core/deployment/read/part";
import { contentTypes, render } from "@shardwatch/core/metrics/exposition";
import { organizationFor, partsOf, readFeed } from "@shardwatch/core/metrics/feed";
import { inTurn } from "@shardwatch/core/metrics/in-turn";
import { readTargets } from "@shardwatch/core/metrics/targets";
import * as z from "zod";
import { sendLong } from "../../http/compress.ts";
import type { Quota } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { answers, json, route, router } from "../route.ts";

/** "3/8" as the third of eight parts. */
const part = z
  .string()
  .regex(/^\d{1,2}\/\d{1,2}$/, 'must be like "3/8"')
  .transform((text) => {
    const [index = 0, of = 0] = text.split("/").map(Number);
    return { part: index, of };
  })
  .refine(
    ({ part: index, of }) => possibleParts.includes(of) && index >= 1 && index <= of,
    `must be of one of ${possibleParts.join(", ")} parts, from 1 on`,
  )
  .optional();

/** What a part of targets takes at least: each filters the databases of the whole organization. */
const leastOfTargets = 1 / 8;

/** A part takes its share of it. What names no part takes a whole, also where it is refused. */
export const wholeReads: Quota = {
  name: "metrics",
  most: mostWholeReads,
  verb: "read the whole organization",
  ofPeople: true,
  costOf: (c) => {
    const of = Number(c.req.query("part")?.split("/")[1]);
    const share = possibleParts.includes(of) ? 1 / of : 1;
    return c.req.path.endsWith("/targets") ? Math.max(share, leastOfTargets) : share;
  },
};

const metricsRoute = route({
  ...allow.member("metrics", wholeReads),
  method: "get",
  path: "/metrics",
  summary: "Figures for Prometheus: OpenMetrics 1.0.0 where it is accepted, else the text form 0.0.4",
  request: {
    query: z.object({
      part: part.describe(
        "Which part, as GET /metrics/parts names it; all, up to 2,000 deployments, without it",
      ),
      ...deploymentFilter,
    }),
  },
  responses: {
    200: {
      description: "What is not known is not there. A silent deployment has no figures",
      content: { "text/plain": { schema: z.string() } },
    },
    ...answers.ofOrganization,
    ...answers.conflict,
  },
});

const target = z.object({
  targets: z.array(z.string()),
  labels: z.record(z.string(), z.string()),
});

const partsRoute = route({
  ...allow.member("metrics"),
  method: "get",
  path: "/metrics/parts",
  summary: "The parts of the figures as HTTP service discovery: one job of Prometheus scrapes them all",
  request: { query: z.object(deploymentFilter) },
  responses: {
    200: json(z.array(target), "One target for each part: this API, with the part as a parameter"),
    ...answers.ofOrganization,
    ...answers.conflict,
  },
});

const leftOut = "x-shardwatch-left-out";

const targetsRoute = route({
  ...allow.member("read", wholeReads),
  method: "get",
  path: "/metrics/targets",
  summary: "Databases whose endpoint is known, as HTTP service discovery for redis_exporter",
  description: "TOO_MANY_TARGETS: one answer holds up to 5 MB. Ask for parts, or narrow them by a filter.",
  request: {
    query: z.object({
      part: part.describe("A part of the deployments, such as 3/8; all without it"),
      ...deploymentFilter,
    }),
  },
  responses: {
    200: {
      ...json(z.array(target), "One target for each database: redis://host:port, or rediss:// with TLS"),
      headers: z.object({
        [leftOut]: z
          .string()
          .describe(
            'Databases that are left out: "unknown=3, unusable=1, large=0" is 3 without a known endpoint, 1 with a wrong ' +
              "one, and none of a deployment with too many",
          ),
      }),
    },
    ...answers.ofOrganization,
    ...answers.conflict,
  },
});

export const metrics = router()
  .openapi(metricsRoute, async (c) => {
    const { part: asked } = c.req.valid("query");
    const { filter, organizationId } = readFilter(c.req.url, ["part"]);
    const { ctx } = c.var;
    const isOpen = /application\/openmetrics-text/i.test(c.req.header("accept") ?? "");
    const form = isOpen ? "openmetrics" : "prometheus";
    const text = await inTurn(organizationFor(ctx, organizationId), async () =>
      render(await readFeed(ctx, { part: asked, filter, organizationId }), form),
    );
    c.header("vary", "accept", { append: true });
    c.header("content-type", contentTypes[form]);
    return sendLong(c, text) as never;
  })
  .openapi(partsRoute, async (c) => {
    const { ctx } = c.var;
    const { organizationId } = readFilter(c.req.url);
    const parts = await partsOf(ctx, organizationId);
    const { protocol, host, pathname } = new URL(ctx.settings.apiOrigin);
    const { searchParams } = new URL(c.req.url);
    // A field that is there twice means both of its values, as a list does.
    const params = [...new Set(searchParams.keys())].map((name) => [
      name,
      searchParams.getAll(name).join(","),
    ]);
    c.header("x-prometheus-refresh-interval-seconds", String(refreshInterval));
    const targets = parts.map(({ part: index, of }) => ({
      targets: [host],
      labels: {
        // Without it Prometheus scrapes by http, and sends the token in the clear.
        __scheme__: protocol.slice(0, -1),
        __metrics_path__: `${pathname.replace(/\/$/, "")}/metrics`,
        __param_part: `${index}/${of}`,
        ...Object.fromEntries(params.map(([name, value]) => [`__param_${name}`, value])),
      },
    }));
    return c.json(targets, 200);
  })
  .openapi(targetsRoute, async (c) => {
    const { part: asked } = c.req.valid("query");
    const { filter, organizationId } = readFilter(c.req.url, ["part"]);
    const { ctx } = c.var;
    const { text, ...left } = await inTurn(organizationFor(ctx, organizationId), () =>
      readTargets(ctx, { part: asked, filter, organizationId }),
    );
    c.header("x-prometheus-refresh-interval-seconds", String(refreshInterval));
    c.header(
      leftOut,
      Object.entries(left)
        .map(([why, count]) => `${why}=${count}`)
        .join(", "),
    );
    c.header("content-type", "application/json");
    return sendLong(c, text) as never;
  });
