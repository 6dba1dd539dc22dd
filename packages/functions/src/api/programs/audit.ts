import { cursorAfter, list } from "@shardwatch/core/audit-log/audit-log";
import { auditColumns, auditLine } from "@shardwatch/core/contract/csv/audit";
import { auditPage } from "@shardwatch/core/contract/people/audit";
import { auditedActions, kindOf } from "@shardwatch/core/contract/people/audited-actions";
import * as z from "zod";
import { files } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import { aboutCsv, csvAnswer, csvBom, csvFile } from "../csv/csv-answer.ts";
import { moment } from "../moment.ts";
import { pagingUpTo } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const largestAuditPage = 500;
const usualPage = 50;
/** A file may have as many events, over several answers of at most 3 MB. */
const mostRows = 100_000;

const kinds = [...new Set(auditedActions.map(kindOf))];
const actionFault = "must be an audited action, or the kind of object that it begins with";

/** The same for the list and the file. */
const filter = {
  organizationId: z
    .string()
    .regex(/^(org_\w{1,60}|none)$/, 'must be the id of an organization, which starts with "org_", or none')
    .optional()
    .describe("For super admins: any organization, or none for events that concern no organization"),
  actor: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Id of an account or an agent key, "system" or "file"'),
  action: z.enum([...auditedActions, ...kinds], { error: actionFault }).optional(),
  object: z.string().min(1).max(64).optional().describe("Id of the object"),
  result: z.enum(["ok", "refused"], { error: "must be ok or refused" }).optional(),
  search: z.string().min(1).max(200).optional().describe("A part of a name, an id, a value or an address"),
  from: moment.optional(),
  to: moment.optional(),
};

const auditRoute = route({
  ...allow.manager("audit"),
  method: "get",
  path: "/audit",
  summary: "Who changed what in your organization, newest first; kept for 400 days",
  description:
    "A page can have fewer events than the limit, also none, and still have a nextCursor: the search continues there.",
  request: { query: z.object({ ...filter, ...pagingUpTo(largestAuditPage, usualPage) }) },
  responses: { 200: json(auditPage, "One page; nextCursor while there is more"), ...answers.invalid },
});

const auditCsvRoute = route({
  ...allow.manager("audit", files),
  method: "get",
  path: "/audit.csv",
  summary: "The same events as CSV",
  description: aboutCsv,
  request: { query: z.object({ ...filter, ...pagingUpTo(mostRows, mostRows), bom: csvBom }) },
  responses: { ...csvFile, ...answers.invalid },
});

export const audit = router()
  .openapi(auditRoute, async (c) => c.json(await list(c.var.ctx, c.req.valid("query")), 200))
  .openapi(auditCsvRoute, async (c) => {
    const { ctx } = c.var;
    const { bom, limit, cursor, ...query } = c.req.valid("query");
    const rows = {
      async read(rest: number, after: string | undefined) {
        const page = await list(ctx, { ...query, limit: Math.min(rest, largestAuditPage), cursor: after });
        return { rows: page.events, nextCursor: page.nextCursor };
      },
      cursorAfter,
    };
    const file = { noun: "audit", columns: auditColumns, rows, lineOf: auditLine };
    return await csvAnswer(c, file, { bom, limit, cursor });
  });
