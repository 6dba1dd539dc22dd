import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root folder of the project. */
export const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

/** SST's source with its own packages, as `sst install` leaves it. */
const folder = join(root, ".sst", "platform");
/** In a copy of the project this is a link, and esbuild names files by where they really are. */
export const platform = existsSync(folder) ? realpathSync(folder) : folder;

/** What the program requests for a resource besides its arguments. */
interface RegisterRequest {
  getType(): string;
  getName(): string;
  getProtect(): boolean | undefined;
  getRetainondelete(): boolean | undefined;
}

export interface Monitor {
  registerResource(request: RegisterRequest, callback: unknown): Promise<void>;
}

export interface ResourceArgs {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  custom?: boolean;
  id?: string;
}

export interface Mocks {
  newResource(args: ResourceArgs): { id: string | undefined; state: Record<string, unknown> };
  call(args: { token: string; inputs: Record<string, unknown> }): Record<string, unknown>;
}

/** The few functions of Pulumi's runtime that an evaluation needs. */
export interface Pulumi {
  setMocks(mocks: Mocks, project: string, stack: string, preview: boolean): Promise<void>;
  getMonitor(): Monitor;
  runInPulumiStack(program: () => Promise<unknown>): Promise<Record<string, unknown>>;
  disconnect(): Promise<void>;
  /** Gives what the callback runs a state of its own, so that one process evaluates several stages. */
  withLocalStorage<Result>(callback: () => Result): Result;
}

/** Pulumi of the platform. It has no types here: it is installed after the compiler has run. */
export function loadPulumi(): Pulumi {
  const load = createRequire(join(platform, "package.json"));
  const { runtime } = load("@pulumi/pulumi") as { runtime: Omit<Pulumi, "withLocalStorage"> };
  const { withLocalStorage } = load("@pulumi/pulumi/runtime/state") as Pick<Pulumi, "withLocalStorage">;
  const { setMocks, getMonitor, runInPulumiStack, disconnect } = runtime;
  return { setMocks, getMonitor, runInPulumiStack, disconnect, withLocalStorage };
}
