import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Movable } from "../contract/moves.ts";
import type { Source } from "../deployment/read/sources.ts";
import type { Budget } from "../table/clear.ts";
import { disconnectAbandoned, disconnectAll } from "./disconnect.ts";
import { dueSyncs, type SyncJob } from "./due.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { type Move, moveIntegrations } from "./move.ts";
import { livingRows } from "./rows.ts";

export type { Move };

/** A key or an integration, as far as all kinds of sources agree. */
export interface ListedSource extends Source {
  /** Id of the account that created it. */
  createdBy: string;
}

/** What the rest of the domain asks of a kind of sources. `core/sources.ts` lists all kinds. */
export interface SourceKind {
  /** What the plan of an acceptance calls it. */
  movable: Exclude<Movable, "deployments">;
  /** Whether the sources of an organization without members are disconnected. */
  endsWithoutMembers: boolean;
  /** The sources of an organization, without those that are being deleted. */
  list: (house: House, organization: OrganizationId) => Promise<ListedSource[]>;
  /** Ids of those among an organization's sources that cannot move to another organization. */
  blocked: (house: House, move: Move) => Promise<Set<string>>;
  /** Moves what an account created, as far as the budget goes. Returns whether nothing is left. Safe to repeat. */
  move: (house: House, move: Move, budget: Budget) => Promise<boolean>;
  /** Ends the sources of an organization without members. Safe to repeat. */
  endAbandoned: (house: House, organization: OrganizationId) => Promise<void>;
  /** Ends all sources of an organization that is being deleted. Returns whether none is left. Safe to repeat. */
  endAll: (house: House, organization: OrganizationId, budget: Budget) => Promise<boolean>;
  /** The jobs that read these sources now, of all organizations. */
  due: (house: House) => Promise<SyncJob[]>;
}

/** The kind of sources that a kind of integrations is. */
export function sourceKindOf<R extends IntegrationRow>(kind: IntegrationKind<R>): SourceKind {
  return {
    movable: kind.movable,
    endsWithoutMembers: true,
    list: async (house, organization) =>
      (await livingRows(house, kind, organization)).map((row) => ({
        kind: kind.source,
        id: row.id,
        name: kind.nameOf(row),
        createdAt: row.createdAt,
        createdBy: row.createdBy,
      })),
    blocked: async (house, { from, to, accountId }) => {
      const rows = await livingRows(house, kind, from);
      const own = rows.filter(({ createdBy }) => createdBy === accountId);
      return own.length > 0 && kind.connectedIn ? await kind.connectedIn(house, to, own) : new Set();
    },
    move: async (house, move) => {
      await moveIntegrations(house, kind, move);
      return true;
    },
    endAbandoned: (house, organization) => disconnectAbandoned(house, kind, organization),
    endAll: (house, organization, budget) => disconnectAll(house, kind, organization, budget),
    due: (house) => dueSyncs(house, kind),
  };
}
