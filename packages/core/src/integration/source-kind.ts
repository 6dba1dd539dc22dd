import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { MovableSource } from "../contract/people/moves.ts";
import { sourceTraits } from "../contract/source/source.ts";
import type { SourceState } from "../contract/source/state.ts";
import type { Reporters } from "../deployment/read/reporters.ts";
import type { Source, SourceFailure } from "../deployment/read/sources.ts";
import { isoOrNull, minute } from "../kit/time.ts";
import type { RowBudget } from "../table/clear.ts";
import { disconnectAbandoned, disconnectAll } from "./disconnect.ts";
import { dueSyncs, type SyncJob } from "./due.ts";
import { type IntegrationRow, lastDataOf } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { type Move, moveIntegrations } from "./move.ts";
import { livingRows } from "./rows.ts";

export type { Move };

/** A key or an integration, with the fields that all kinds of sources have. */
export interface ListedSource extends Source {
  /** Id of the account that created it. */
  createdBy: string;
  /** Whether a secret ends when it moves, because somebody else was handed it. */
  secretEnds?: boolean;
}

/**
 * The functions that the rest of the domain needs from a kind of sources. `core/sources.ts` lists all kinds.
 */
export interface SourceKind {
  /** Its name in the plan of an acceptance. */
  movable: MovableSource;
  /** Whether the feature is on. */
  isOn: (services: Services) => boolean;
  /** Whether the sources of an organization without members are disconnected. */
  endsWithoutMembers: boolean;
  /**
   * The sources of an organization, without those that are being deleted.
   * @param provenAt when the email of the account was proven that is about to move; left out where it was known from the
   * start
   */
  list: (services: Services, organization: OrganizationId, provenAt?: number) => Promise<ListedSource[]>;
  /**
   * How the same sources are doing, oldest first.
   * @param reporters who reports, where the caller has read it
   */
  states: (
    services: Services,
    organization: OrganizationId,
    reporters?: Promise<Reporters>,
  ) => Promise<SourceState[]>;
  /** Ids of an organization's sources that cannot move to another organization. */
  blocked: (services: Services, move: Move) => Promise<Set<string>>;
  /**
   * Moves the sources that an account created, as far as the budget goes. Returns whether none is left. Safe
   * to repeat.
   */
  move: (services: Services, move: Move, budget: RowBudget) => Promise<boolean>;
  /** Ends the sources of an organization without members. Safe to repeat. */
  endAbandoned: (services: Services, organization: OrganizationId) => Promise<void>;
  /** Ends all sources of an organization that is being deleted. Returns whether none is left. Safe to repeat. */
  endAll: (services: Services, organization: OrganizationId, budget: RowBudget) => Promise<boolean>;
  /** The jobs that read sources of this kind now, of all organizations. */
  due: (services: Services) => Promise<SyncJob[]>;
}

/** Makes a kind of sources from a kind of integrations. */
export function sourceKindOf<R extends IntegrationRow>(kind: IntegrationKind<R>): SourceKind {
  return {
    movable: sourceTraits[kind.source].movable,
    isOn: (services) => kind.isOn?.(services) ?? true,
    endsWithoutMembers: true,
    list: async (services, organization) =>
      (await livingRows(services, kind, organization)).map((row) => ({
        kind: kind.source,
        id: row.id,
        name: kind.nameOf(row),
        createdAt: row.createdAt,
        createdBy: row.createdBy,
        failure: failureOf(row),
      })),
    states: async (services, organization) =>
      (await livingRows(services, kind, organization)).map((row) => stateOf(kind, row)),
    blocked: async (services, { from, to, accountId }) => {
      if (!kind.connectedIn) return new Set();
      const rows = await livingRows(services, kind, from);
      const own = rows.filter(({ createdBy }) => createdBy === accountId);
      return own.length > 0 ? await kind.connectedIn(services, to, own) : new Set();
    },
    move: async (services, move) => {
      await moveIntegrations(services, kind, move);
      return true;
    },
    endAbandoned: (services, organization) => disconnectAbandoned(services, kind, organization),
    endAll: (services, organization, budget) => disconnectAll(services, kind, organization, budget),
    due: (services) => dueSyncs(services, kind),
  };
}

/** Why the last reading brought no data; undefined when it brought some. */
function failureOf(row: IntegrationRow): SourceFailure | undefined {
  const { status, lastSyncAt, lastError } = row;
  const since = lastDataOf(row);
  const brought = lastSyncAt === undefined || (since !== undefined && since >= lastSyncAt);
  if (brought || status === "pending" || lastError === undefined) return undefined;
  return { reason: lastError, since };
}

/** The state of one integration. A kind that stores no next reading is read at its interval. */
function stateOf<R extends IntegrationRow>(kind: IntegrationKind<R>, row: R): SourceState {
  const { id, createdBy, managedBy, lastSyncAt, lastError = null } = row;
  const usual = lastSyncAt && lastSyncAt + sourceTraits[kind.source].interval * minute;
  const next = kind.nextReadingOf ? kind.nextReadingOf(row) : usual;
  return {
    kind: kind.source,
    id,
    name: kind.nameOf(row),
    createdBy,
    ...(managedBy && { managedBy }),
    status: kind.statusOf(row),
    lastReadAt: isoOrNull(lastSyncAt),
    lastDataAt: isoOrNull(lastDataOf(row)),
    nextReadAt: isoOrNull(next),
    lastError,
    found: kind.foundOf(row),
    calls: kind.callsOf?.(row) ?? null,
    agents: null,
  };
}
