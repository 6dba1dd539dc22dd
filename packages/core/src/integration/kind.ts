import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { IntegrationSource } from "../contract/source/source.ts";
import type { SourceState } from "../contract/source/state.ts";
import type { Problem } from "../kit/problem.ts";
import type { Notice } from "../notification/notify.ts";
import type { Change } from "../table/expression.ts";
import type { Key, Run } from "../table/keys.ts";
import type { Expected } from "../table/revision.ts";
import type { Row } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import type { IntegrationCodec, IntegrationRow } from "./row.ts";

/** What differs between kinds of integrations. This folder holds what they have in common. */
export interface IntegrationKind<R extends IntegrationRow = IntegrationRow> {
  source: IntegrationSource;
  /** Whether the feature is on. */
  isOn?: (services: Services) => boolean;

  /** The key of one row, the rows of an organization, and the index value for all organizations. */
  key: (organization: OrganizationId, id: string) => Key;
  rowsOf: (organization: OrganizationId) => Run;
  index: string;
  /** Reads and writes its row. */
  codec: IntegrationCodec<R>;
  /** Whether a text has the form of an id of this kind. */
  isId: (id: string) => boolean;

  /**
   * The field that holds the credentials. When it changes during a reading, the outcome of that reading is
   * not stored.
   */
  credentials: keyof R & string;
  /** Fields of an outcome that are removed when the next outcome lacks them. */
  optional: readonly (keyof R & string)[];

  /** The name that people see. */
  nameOf: (row: R) => string;
  /** What became of the last reading. */
  statusOf: (row: R) => SourceState["status"];
  /** When the next reading is due, if the kind stores it; undefined for at once. */
  nextReadingOf?: (row: R) => number | undefined;
  /** What the last reading found; null before the first success. */
  foundOf: (row: R) => SourceState["found"];
  /** The calls of the last reading beside their limit, if the third party limits them. */
  callsOf?: (row: R) => SourceState["calls"];
  /** The change after which the next reading is due, and complete; undefined when it is already. */
  makeDue: (row: R) => Change | undefined;
  notFound: () => Problem;
  /** The error when the organization can connect no more of them. */
  quotaReached: () => Problem;
  /** The notice to members after the integration was disconnected. */
  disconnected: (row: R, at: number) => Notice;

  /** The writes that create its rows. They fail when it exists, or its account is connected already. */
  put: (organization: OrganizationId, row: R) => Write[];
  /**
   * The writes that begin a deletion. Once they are made, nobody sees the integration. They fail for another revision
   * than expected.
   */
  markDeleted: (organization: OrganizationId, row: R, now: number, expected?: Expected) => Write[];
  /** The writes that move its stored row. They fail when a value that the decision depends on has changed. */
  move: (stored: Row, from: OrganizationId, to: OrganizationId) => Write[];
  /**
   * Ids of the rows that cannot move to an organization, because it has connected the same accounts already.
   */
  connectedIn?: (
    services: Services,
    organization: OrganizationId,
    rows: readonly R[],
  ) => Promise<Set<string>>;
  /** Deletes the integration's rows outside of its organization's partition. Safe to repeat. */
  release?: (services: Services, row: R) => Promise<void>;
}
