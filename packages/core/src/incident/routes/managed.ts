import type { Attempt } from "../../access/file-entry.ts";
import type { FileContext } from "../../access/context.ts";
import { ownOrganization } from "../../access/scope.ts";
import { allOf } from "../../channel/channels.ts";
import { type RouteEntry, routesOfEntries } from "../../contract/configuration/route-entry.ts";
import { wrongFields } from "../../kit/problem.ts";
import { comparable } from "../../kit/same-name.ts";
import { releaseRoutes, saveRoutes } from "./routes.ts";
import { readStored } from "./stored.ts";

/**
 * Makes the routes as the file lists them, also where people have changed them: an organization has them once. A file that
 * lists none gives its former ones back, and leaves those of people alone. Safe to repeat.
 */
export async function keepManagedRoutes(
  ctx: FileContext,
  entries: readonly RouteEntry[] | undefined,
  attempt: Attempt,
): Promise<void> {
  if (entries === undefined) {
    const stored = await readStored(ctx, ownOrganization(ctx.actor));
    if (stored?.managedBy === undefined) return;
    await attempt(undefined, async () => {
      await releaseRoutes(ctx);
      return "removed";
    });
    return;
  }
  await attempt(undefined, async () => {
    const idOf = await channelFinder(ctx);
    const faults: string[] = [];
    const wanted = routesOfEntries(entries, (name, place) => {
      const id = idOf(name);
      if (id === undefined) faults.push(`${place}: there is no channel “${name}”`);
      return id ?? "";
    });
    if (faults.length > 0) throw wrongFields(faults);
    const { isChanged } = await saveRoutes(ctx, wanted, undefined);
    return isChanged ? "changed" : undefined;
  });
}

async function channelFinder(ctx: FileContext): Promise<(name: string) => string | undefined> {
  const all = await allOf(ctx, ownOrganization(ctx.actor));
  return (name) => all.find((one) => comparable(one.name) === comparable(name))?.id;
}
