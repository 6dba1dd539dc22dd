/** A Redis or a fork of it, as programs on this machine. */
export interface Engine {
  /** Such as "valkey-9.1.2". */
  name: string;
  /** Such as "Valkey". */
  product: string;
  version: string;
  /** Paths of the programs. */
  server: string;
  cli: string;
}
export const engineFolder: string;
export function findEngines(environment?: NodeJS.ProcessEnv): Engine[];
export function chooseEngine(engines: readonly Engine[], wanted?: string): Engine | undefined;
