import type { ReaderContext, SourceContext } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import type { Expected } from "../table/revision.ts";
import { remove } from "./disconnect.ts";
import type { IntegrationKind } from "./kind.ts";
import { readNow } from "./read-now.ts";
import type { IntegrationRow } from "./row.ts";
import { livingRows, locate } from "./rows.ts";

/**
 * What people do with connected accounts of one kind.
 * @param show makes what the API answers of a row
 */
export const verbsOf = <R extends IntegrationRow, Shown>(
  kind: IntegrationKind<R>,
  show: (row: R, now: number) => Shown,
) => ({
  /** Those of the caller's organization, oldest first. */
  list: async (ctx: SourceContext): Promise<Shown[]> => {
    const organization = ownOrganization(ctx.actor);
    if (!organization) return [];
    return (await livingRows(ctx, kind, organization)).map((row) => show(row, ctx.clock.now()));
  },
  /** Throws notFound, also for an account of another organization. */
  get: async (ctx: SourceContext, id: string): Promise<Shown> =>
    show((await locate(ctx, kind, id)).row, ctx.clock.now()),
  /** Reads an account again now. The errors are those of `readNow`. */
  test: async (ctx: ReaderContext, id: string): Promise<Shown> =>
    show(await readNow(ctx, kind, id), ctx.clock.now()),
  /** Disconnects an account and deletes its deployments. The errors are those of `disconnect.ts`. */
  remove: (ctx: SourceContext, id: string, expected?: Expected): Promise<void> =>
    remove(ctx, kind, id, expected),
});
