import type { AuditedAction } from "../access/audit.ts";
import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Job } from "../contract/job.ts";
import type { Movable } from "../contract/moves.ts";
import type { Problem } from "../kit/problem.ts";
import type { Notice } from "../notification/outbox.ts";
import type { Limited } from "../organization/quota.ts";
import type { Key, Run } from "../table/keys.ts";
import type { Row } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import type { IntegrationCodec, IntegrationRow } from "./row.ts";

/** The sources that we read ourselves, with credentials that an organization has connected. */
export type IntegrationSource = Extract<Job, { kind: "syncIntegration" }>["source"];

/** What differs between kinds of integrations. Everything else is in this folder. */
export interface IntegrationKind<R extends IntegrationRow = IntegrationRow> {
  source: IntegrationSource;
  /** What the plan of an acceptance calls it. */
  movable: Exclude<Movable, "deployments">;
  /** Whether the feature is on. */
  isOn?: (services: Services) => boolean;

  /** The row of one integration, all rows of an organization, all rows of all organizations (index value). */
  key: (organization: OrganizationId, id: string) => Key;
  rowsOf: (organization: OrganizationId) => Run;
  index: string;
  /** Reads and writes its row. */
  codec: IntegrationCodec<R>;
  /** Whether a text has the form of an id of this kind. */
  isId: (id: string) => boolean;

  /** The field with what a reading is made with. When it changes, the outcome of that reading is not stored. */
  credentials: keyof R & string;
  /** Fields of an outcome that are removed when the next one does not have them. */
  optional: readonly (keyof R & string)[];

  /** The name that people see. */
  nameOf: (row: R) => string;
  notFound: () => Problem;
  /** How many an organization may connect, and what is thrown when it has as many. */
  quota: { what: Limited; most: number; full: () => Problem };
  audited: Record<"deleted", AuditedAction>;
  /** What members are told when the integration was disconnected. */
  disconnected: (row: R, at: number) => Notice;

  /** The writes that create its rows. They fail when it exists, or its account is connected already. */
  put: (organization: OrganizationId, row: R) => Write[];
  /** The writes that begin a deletion: from then on nobody sees the integration. */
  markDeleted: (organization: OrganizationId, row: R, now: number) => Write[];
  /** The writes that move its stored row. They fail when anything has changed that the decision was made by. */
  move: (stored: Row, from: OrganizationId, to: OrganizationId) => Write[];
  /** Ids of the rows that cannot move to an organization, because their account is connected there. */
  connectedIn?: (
    services: Services,
    organization: OrganizationId,
    rows: readonly R[],
  ) => Promise<Set<string>>;
  /** Frees what the integration has outside of its organization's partition. Safe to repeat. */
  release?: (services: Services, row: R) => Promise<void>;
}
