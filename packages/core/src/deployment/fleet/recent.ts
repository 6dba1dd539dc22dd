import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Table } from "../../table/table.ts";
import { makeRoom } from "./make-room.ts";

/** Something that is being read, or was. */
interface Reading {
  /** Settles with what is read. */
  done: Promise<unknown>;
}

interface Kept<R> {
  readAt: number;
  reading: R;
}

/** What a process has read of organizations, for a while. Concurrent calls share one reading. */
export class Recent<R extends Reading> {
  /** By table, because tests run several products in one process. */
  readonly #kept = new WeakMap<Table, Map<OrganizationId, Kept<R>>>();
  readonly #options: RecentOptions<R>;

  constructor(options: RecentOptions<R>) {
    this.#options = options;
  }

  /** The reading of an organization: a recent one, or one that begins now. */
  of(services: Services, organization: OrganizationId): R {
    const { keptFor, most, begin, sizeOf } = this.#options;
    const kept = this.#kept.get(services.table) ?? new Map<OrganizationId, Kept<R>>();
    this.#kept.set(services.table, kept);
    const now = services.clock.now();
    for (const [each, { readAt }] of kept) if (now - readAt >= keptFor) kept.delete(each);
    const known = kept.get(organization);
    if (known) return known.reading;
    const reading = begin(services, organization);
    kept.set(organization, { readAt: now, reading });
    reading.done.then(
      () => makeRoom(kept, { most, sizeOf: (one) => sizeOf(one.reading), staying: organization }),
      () => {
        // The next call reads again. Who waits for this one gets its failure.
        if (kept.get(organization)?.reading === reading) kept.delete(organization);
      },
    );
    return reading;
  }
}

interface RecentOptions<R> {
  /** How long a process answers from what it has read, in milliseconds. */
  keptFor: number;
  /** How much a process keeps, of all organizations together; the one that was read last stays, whatever its size is. */
  most: number;
  begin: (services: Services, organization: OrganizationId) => R;
  /** 0 while it is being read. */
  sizeOf: (reading: R) => number;
}
