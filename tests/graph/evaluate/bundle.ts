import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { platform, root } from "./platform.ts";

export interface App {
  name: string;
  home: string;
  protect: boolean;
  removal: string;
}

/** sst.config.ts, bundled with the source of SST's components. */
export interface Program {
  app(input: { stage: string }): App;
  run(): Promise<Record<string, unknown>>;
}

const config = join(root, "sst.config.ts");
const source = (path: string) => JSON.stringify(join(platform, "src", path));

/** The command line puts these imports before each of our own files. */
const globals: Plugin = {
  name: "globals",
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.startsWith(platform)) return undefined;
      const text = await readFile(path, "utf8");
      // The command line refuses these: they would run before the globals are there.
      if (path === config && /^import\b/m.test(text))
        return { errors: [{ text: "imports stand at the top" }] };
      const providers = `import * as aws from "@pulumi/aws"; import * as sst from ${source("components/index.ts")};`;
      return { contents: `${providers} ${text}`, loader: "ts" };
    });
  },
};

const banner = `import { createRequire as __createRequire } from "node:module";
import { fileURLToPath as __fileURLToPath } from "node:url";
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __fileURLToPath(new URL(".", import.meta.url));`;

/**
 * Bundles sst.config.ts as SST's command line does: its functions (`$output`, ...), `sst` and `aws` are globals.
 * Packages of Pulumi stay outside, so that the program and the mocks share one copy.
 * @param outfile lies in the platform's folder, from where the packages are found
 */
export async function bundleProgram(outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    stdin: {
      contents: `
        import { run as start } from ${source("auto/run.ts")};
        import config from ${JSON.stringify(config)};
        export const app = config.app;
        export const run = () => start(config.run);`,
      resolveDir: root,
      sourcefile: "evaluated.ts",
      loader: "ts",
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2023",
    mainFields: ["module", "main"],
    packages: "external",
    inject: [join(platform, "src", "shim", "run.js")],
    banner: { js: banner },
    logLevel: "silent",
    plugins: [globals],
  });
}

/** Imports the bundle anew: each evaluation has its own `$app`, and its own state of the modules. */
export async function importProgram(outfile: string, evaluation: number): Promise<Program> {
  return (await import(`${pathToFileURL(outfile).href}?evaluation=${evaluation}`)) as Program;
}
