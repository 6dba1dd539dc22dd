import type { AccountApis } from "@shardwatch/core/ports/accounts";
import type { Row } from "../../isolation/verdicts.ts";
import type { Person, World } from "../world.ts";

/** What the tests of every kind of integration need to know about one kind. */
export interface TestedIntegration {
  /** Its rows by their keys. They stay until they are deleted. */
  rows: readonly [pattern: RegExp, kind: string][];
  /** Its routes in the matrix of `tests/isolation`. */
  routes: Readonly<Record<string, Row>>;
  /** The route of one integration, as in "DELETE /redis-cloud/{id}". */
  path: string;
  /** An id that no integration has. */
  unknownId: string;
  /** The calls whose answers every later release has to give for stored rows. */
  reads: readonly string[];
  /** The fields of the body that connects an account that nobody may see again. */
  secrets: readonly string[];
  /** The name of its tab in the browser. */
  tab: string;
  /** Starts the simulator of the third party. */
  start: () => Promise<RunningIntegration>;
}

/** The simulator of a third party, and the real adapter for it. */
export interface RunningIntegration {
  api: Partial<AccountApis>;
  /** The variables with which the functions on AWS call the simulator; none where all of AWS is simulated. */
  environment: Readonly<Record<string, string>>;
  /** The body that connects an account: that number, or one that nobody has connected. */
  body: (world: World, person: Person, account?: number) => Promise<object>;
  /** Connects such an account. Returns the id of the integration. */
  connect: (world: World, person: Person, account?: number) => Promise<string>;
  stop: () => Promise<void>;
}

/** In a body of a route: everything that connects an account that nobody has connected. */
export const newAccount = "{new account}";
