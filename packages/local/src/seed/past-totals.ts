import type { Services } from "@shardwatch/core/access/context";
import type { OrganizationId } from "@shardwatch/core/access/scope";
import { count } from "@shardwatch/core/census/count";
import { storeTotals } from "@shardwatch/core/census/store-totals";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import type { ColumnValues } from "@shardwatch/core/contract/slot-columns";
import type { SlotDatabases } from "@shardwatch/core/contract/slots";
import { hour } from "@shardwatch/core/kit/time";
import type { DemoDeployment } from "./fleet.ts";

interface Sums {
  deployments: number;
  databases: number;
  memoryUsed: number;
  measured: number;
  ops: number;
  clients: number;
  hits: number;
  misses: number;
}

const sumOf = (column: ColumnValues | undefined): number =>
  (column ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Adds up what the deployments of a demo fleet did in each hour. */
export class PastTotals {
  readonly #now: number;
  readonly #hours = new Map<number, Sums>();

  constructor(now: number) {
    this.#now = now;
  }

  add(at: number, { databases }: DemoDeployment, figures: SlotDatabases): void {
    const begun = at - (at % hour);
    const before = this.#hours.get(begun);
    const sum = (name: "used" | "ops" | "clients" | "hits" | "misses") => sumOf(figures[name]);
    this.#hours.set(begun, {
      deployments: (before?.deployments ?? 0) + 1,
      databases: (before?.databases ?? 0) + databases.length,
      memoryUsed: (before?.memoryUsed ?? 0) + sum("used"),
      measured: (before?.measured ?? 0) + Number(figures.ops !== undefined),
      ops: (before?.ops ?? 0) + sum("ops"),
      clients: (before?.clients ?? 0) + sum("clients"),
      hits: (before?.hits ?? 0) + sum("hits"),
      misses: (before?.misses ?? 0) + sum("misses"),
    });
  }

  /** Stores them. Deployments that said nothing in an hour are stale in it. */
  async store(
    services: Services,
    organization: OrganizationId,
    items: readonly DeploymentListItem[],
    isEnded: () => boolean,
  ): Promise<void> {
    const present = count(items, new Map());
    for (const [at, { deployments, ...sums }] of this.#hours) {
      if (isEnded()) return;
      if (at > this.#now - hour) continue;
      const silent = Math.max(0, items.length - deployments);
      const statuses = { ...present.statuses };
      for (const status of Object.keys(statuses) as (keyof typeof statuses)[]) statuses[status] = 0;
      await storeTotals(services, organization, at, {
        types: present.types,
        statuses: { ...statuses, active: items.length - silent, stale: silent },
        figures: { ...present.figures, ...sums },
      });
    }
  }
}
