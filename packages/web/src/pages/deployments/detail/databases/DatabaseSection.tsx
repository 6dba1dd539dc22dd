import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import type { DatabaseContext } from "./database-columns.tsx";
import { DatabaseFacts } from "./DatabaseFacts.tsx";

/** The facts of the only database of a deployment. */
export function DatabaseSection({ database, ...context }: { database: Database } & DatabaseContext) {
  return (
    <section className="panel overflow-hidden">
      <header className="flex min-h-12 flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-line px-4 py-3">
        <h2 className="font-semibold">Database</h2>
        {context.lastKnown && <span className="text-sm text-warn">last known values</span>}
      </header>
      <div className="p-4">
        <DatabaseFacts only database={database} {...context} />
      </div>
    </section>
  );
}
