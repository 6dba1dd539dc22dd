import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import {
  replacements,
  withoutAttestation,
  withoutDocument,
  withoutEndingSources,
  withoutManyRoutes,
  withoutMounting,
  withoutSchemas,
} from "./bundle-replacements.mjs";
import { root } from "./paths.mjs";
import { writtenDefinitions } from "./tool-definitions.mjs";
import { withoutTexts } from "./without-texts.mjs";

/**
 * The Lambda functions by name, with the file that exports each one's `handler`.
 * @type {Readonly<Record<string, string>>}
 */
export const lambdas = {
  api: "packages/functions/src/api/lambda.ts",
  manage: "packages/functions/src/api/manage-lambda.ts",
  programs: "packages/functions/src/api/programs-lambda.ts",
  metrics: "packages/functions/src/api/metrics-lambda.ts",
  mcp: "packages/functions/src/api/mcp-lambda.ts",
  reference: "packages/functions/src/api/reference-lambda.ts",
  fleet: "packages/functions/src/api/fleet-lambda.ts",
  rules: "packages/functions/src/api/rules-lambda.ts",
  "sign-in": "packages/functions/src/api/sign-in-lambda.ts",
  "agent-report": "packages/functions/src/agent-report/lambda.ts",
  tick: "packages/functions/src/jobs/tick-lambda.ts",
  "read-redis-cloud": "packages/functions/src/jobs/read-redis-cloud-lambda.ts",
  "read-elasticache": "packages/functions/src/jobs/read-elasticache-lambda.ts",
  housekeeping: "packages/functions/src/jobs/housekeeping-lambda.ts",
  "keep-history": "packages/functions/src/jobs/keep-history-lambda.ts",
  evaluate: "packages/functions/src/jobs/evaluate-lambda.ts",
  deliver: "packages/functions/src/jobs/deliver-lambda.ts",
  minute: "packages/functions/src/jobs/minute-lambda.ts",
  "sign-in-link": "packages/functions/src/sign-in-link/lambda.ts",
  openid: "packages/functions/src/api/openid-lambda.ts",
};

/** Those that import something dynamically which few of their calls need. For the others, one file is smaller. */
const split = new Set(["api", "manage", "sign-in", "openid", "read-elasticache"]);

/** Where the bundles lie that are deployed: dist/functions/<name>/index.mjs. */
export const bundleFolder = join(root, "dist", "functions");

/** Functions that answer the API's routes, and not its document. */
const routesOnly = new Set([
  "api",
  "manage",
  "programs",
  "metrics",
  "mcp",
  "fleet",
  "rules",
  "sign-in",
  "openid",
]);

/** Those that publish no schemas, and whose bundle has to be small. */
const onlyParsing = new Set([...routesOnly, "agent-report"]);

/**
 * Serves the replacements. It fails a bundle in which one replaced nothing: the package has changed, and the
 * bundle has grown again.
 * @param {string} name one of `lambdas`
 * @returns {import("esbuild").Plugin}
 */
function replaceModules(name) {
  const all = [
    ...replacements,
    ...(onlyParsing.has(name) ? [withoutSchemas] : []),
    ...(routesOnly.has(name) ? [withoutDocument, withoutMounting] : []),
    ...(name === "sign-in" ? [withoutAttestation] : []),
    ...(name === "mcp" ? [withoutEndingSources, withoutManyRoutes] : []),
  ];
  return {
    name: "replace-modules",
    setup({ onLoad, onStart, onEnd }) {
      const unused = new Set();
      onStart(() => {
        for (const { path } of all) unused.add(path);
      });
      for (const { path, contents } of all)
        onLoad({ filter: path }, () => {
          unused.delete(path);
          return { contents, loader: "js" };
        });
      onEnd(() => ({ errors: [...unused].map((path) => ({ text: `no module matches ${path} any more` })) }));
    },
  };
}

/**
 * Keeps only the version of each AWS client's package.json: the client sends it as User-Agent. The scripts, authors and
 * dependencies in these files are 2 KB of each bundle, compressed.
 * @returns {import("esbuild").Plugin}
 */
function keepVersions() {
  return {
    name: "keep-versions",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
        /** @type {{ version: string }} */
        const { version } = JSON.parse(await readFile(path, "utf8"));
        return { contents: JSON.stringify({ version }), loader: "json" };
      });
    },
  };
}

/**
 * Loads node:http by require where the SDK imports it, for endpoints without TLS: those of tests and
 * measurements. An import reads all exports of a module, and one of them (WebSocket) loads Node's whole fetch
 * client. That costs 15 ms which the same function in the cloud does not spend.
 * @returns {import("esbuild").Plugin}
 */
function requireHttp() {
  return {
    name: "require-http",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:http$/ }, ({ kind, path }) =>
        kind === "dynamic-import" ? { path, namespace: "required" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
        contents: `export default require(${JSON.stringify(path)});`,
      }));
    },
  };
}

/**
 * Gives @hono/zod-openapi the one class of Zod that it extends, not the object with all of Zod. So the bundle
 * holds only what our schemas use.
 * @returns {import("esbuild").Plugin}
 */
function narrowZod() {
  return {
    name: "narrow-zod",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^zod$/ }, ({ importer, path, resolveDir }) =>
        /[\\/]@hono[\\/]zod-openapi[\\/]/.test(importer)
          ? { path, namespace: "narrowed", pluginData: resolveDir }
          : undefined,
      );
      onLoad({ filter: /.*/, namespace: "narrowed" }, ({ pluginData }) => ({
        contents: 'import { ZodType } from "zod"; export const z = { ZodType };',
        resolveDir: pluginData,
      }));
    },
  };
}

/**
 * Bundles one Lambda function with everything it needs into `<folder>/<name>/index.mjs`. What `split` functions
 * import dynamically becomes a file beside it, so that a cold start does not parse what few requests use.
 * @param {string} name one of `lambdas`
 * @param {string} folder
 * @returns {Promise<{ file: string, bytes: number, gzipBytes: number }>} sizes in bytes, of all files
 */
export async function bundleLambda(name, folder = bundleFolder) {
  const entry = lambdas[name];
  if (!entry) throw new Error(`There is no Lambda function ${name}; there are ${Object.keys(lambdas)}`);
  const outdir = join(folder, name);
  // Chunks carry a hash in their name: those of an earlier bundle would be deployed too.
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: entry, out: "index" }],
    outdir,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunk-[hash]",
    splitting: split.has(name),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // The SDK's modules for bundlers; with the CommonJS ones it is twice as large.
    mainFields: ["module", "main"],
    legalComments: "none",
    logLevel: "silent",
    banner: {
      // CommonJS packages inside an ES module call require() for Node's own modules.
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    plugins: [
      replaceModules(name),
      // Before the next one: what is loaded first counts.
      ...(name === "mcp" ? [writtenDefinitions()] : []),
      ...(onlyParsing.has(name) ? [withoutTexts()] : []),
      keepVersions(),
      requireHttp(),
      narrowZod(),
    ],
  });

  const files = await readdir(outdir);
  const contents = await Promise.all(files.map((file) => readFile(join(outdir, file))));
  const sum = (/** @type {(content: Buffer) => number} */ size) =>
    contents.reduce((total, content) => total + size(content), 0);
  return {
    file: join(outdir, "index.mjs"),
    bytes: sum((content) => content.byteLength),
    gzipBytes: sum((content) => gzipSync(content, { level: 9 }).byteLength),
  };
}
