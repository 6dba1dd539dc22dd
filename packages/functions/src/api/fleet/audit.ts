import { cursorAfter, list } from "@shardwatch/core/audit-log/audit-log";
import { auditColumns, auditLine } from "@shardwatch/core/contract/csv/audit";
import { csvAnswer } from "../csv/csv-answer.ts";
import { router } from "../route.ts";
import { auditCsvRoute, auditRoute, largestAuditPage } from "./audit-declarations.ts";

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
    const { text, headers } = await csvAnswer(
      { noun: "audit", columns: auditColumns, rows, lineOf: auditLine },
      { address: c.req.url, apiOrigin: ctx.settings.apiOrigin, now: ctx.clock.now(), bom, limit, cursor },
    );
    return c.text(text, 200, headers);
  });
