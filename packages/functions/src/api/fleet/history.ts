import { fleetHistory } from "@shardwatch/core/census/fleet-history";
import { sparks } from "@shardwatch/core/census/read-sparks";
import { digest } from "@shardwatch/core/kit/hash";
import { router } from "../route.ts";
import { fleetHistoryRoute, sparksRoute } from "./history-declarations.ts";

/**
 * A browser may keep the answer, but asks each time whether it is still the same. Another person may have signed in since,
 * and the address does not always name the organization.
 */
const kept = "private, no-cache";

export const history = router()
  .openapi(fleetHistoryRoute, async (c) => c.json(await fleetHistory(c.var.ctx, c.req.valid("query")), 200))
  .openapi(sparksRoute, async (c) => {
    const found = await sparks(c.var.ctx, c.req.valid("query").organizationId);
    // Weak: what is compressed has other bytes.
    const etag = `W/"${digest(JSON.stringify(found))}"`;
    const headers = { "cache-control": kept, etag };
    return c.req.header("if-none-match") === etag ? c.body(null, 304, headers) : c.json(found, 200, headers);
  });
