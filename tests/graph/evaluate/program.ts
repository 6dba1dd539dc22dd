import { setTimeout } from "node:timers/promises";
import { type App, importProgram } from "./bundle.ts";
import { bundles } from "./command-line.ts";
import type { Case } from "./cases.ts";
import { createMocks, type Resource } from "./mocks.ts";
import { loadPulumi, platform, type Pulumi, root } from "./platform.ts";

/** What a stage would be deployed as, or why it is refused. */
export interface Evaluation {
  app: App;
  resources: Resource[];
  /** What the deployment prints at its end. */
  outputs: Record<string, unknown>;
  /** Which function of dist/functions each Lambda function runs, by its resource's name. */
  bundles: Record<string, string>;
  refused?: string;
}

type Options = Pick<Resource, "protect" | "retainOnDelete">;

/** Settings of the shell that runs the tests must not matter. */
function replaceEnvironment(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
}

/** Options of resources, which Pulumi does not pass on to mocks. */
function noteOptions(pulumi: Pulumi): Map<string, Options> {
  const options = new Map<string, Options>();
  const monitor = pulumi.getMonitor();
  const register = monitor.registerResource.bind(monitor);
  monitor.registerResource = async (request, callback) => {
    const [protect, retainOnDelete] = [request.getProtect() === true, request.getRetainondelete() === true];
    options.set(`${request.getType()} ${request.getName()}`, { protect, retainOnDelete });
    await register(request, callback);
  };
  return options;
}

let reject: (error: unknown) => void = () => undefined;
process.on("unhandledRejection", (error) => reject(error));

/** Runs a program to its end. An error in what it does later than its `run` has no other way out than the process. */
async function finish(pulumi: Pulumi, run: () => Promise<unknown>): Promise<Record<string, unknown>> {
  const rejected = new Promise<never>((_, rejectThis) => {
    reject = rejectThis;
  });
  const complete = async () => {
    const outputs = await pulumi.runInPulumiStack(run);
    await pulumi.disconnect();
    return outputs;
  };
  return await Promise.race([complete(), rejected]);
}

export interface Place {
  /** The bundled program. */
  bundle: string;
  /** A folder for what the program writes, such as the functions' archives. */
  work: string;
  /** Variables that every deployment has. */
  environment: NodeJS.ProcessEnv;
}

let evaluations = 0;

/** Evaluates one stage with these settings. */
export async function evaluate(place: Place, { stage, settings }: Case): Promise<Evaluation> {
  replaceEnvironment({ ...place.environment, ...settings });
  evaluations += 1;
  bundles.clear();
  const evaluation = evaluations;
  const pulumi = loadPulumi();
  return await pulumi.withLocalStorage(async () => {
    const resources: Resource[] = [];
    await pulumi.setMocks(createMocks(resources), "shardwatch", stage, false);
    const options = noteOptions(pulumi);
    // Some of SST's modules read these when they are imported.
    const $app = { stage, providers: {} };
    const paths = { home: place.work, root, work: place.work, platform };
    const $cli = { command: "deploy", dev: false, paths, state: { version: {} } };
    Object.assign(globalThis, { $app, $cli, $dev: false });
    const program = await importProgram(place.bundle, evaluation);
    const app = Object.assign($app, program.app({ stage }));
    try {
      const outputs = await finish(pulumi, () => program.run());
      const declared = resources.map((each) => ({ ...each, ...options.get(`${each.type} ${each.name}`) }));
      return { app, resources: declared, outputs, bundles: Object.fromEntries(bundles) };
    } catch (error) {
      // What was started besides fails of the same; the next evaluation must not be blamed for it.
      await setTimeout(100);
      const refused = error instanceof Error ? error.message : String(error);
      return { app, resources, outputs: {}, bundles: {}, refused };
    }
  });
}
