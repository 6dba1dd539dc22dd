import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./paths.mjs";

/**
 * The Lambda functions by name, with the file that exports each one's `handler`.
 * @type {Readonly<Record<string, string>>}
 */
export const lambdas = {
  api: "packages/functions/src/api/lambda.ts",
  manage: "packages/functions/src/api/manage-lambda.ts",
  reference: "packages/functions/src/api/reference-lambda.ts",
  fleet: "packages/functions/src/api/fleet-lambda.ts",
  "agent-report": "packages/functions/src/agent-report/lambda.ts",
  tick: "packages/functions/src/jobs/tick-lambda.ts",
  "read-redis-cloud": "packages/functions/src/jobs/read-redis-cloud-lambda.ts",
  "read-elasticache": "packages/functions/src/jobs/read-elasticache-lambda.ts",
  housekeeping: "packages/functions/src/jobs/housekeeping-lambda.ts",
  "keep-history": "packages/functions/src/jobs/keep-history-lambda.ts",
  evaluate: "packages/functions/src/jobs/evaluate-lambda.ts",
  deliver: "packages/functions/src/jobs/deliver-lambda.ts",
  minute: "packages/functions/src/jobs/minute-lambda.ts",
};

/** Those that import something dynamically which few of their calls need. For the others, one file is smaller. */
const split = new Set(["api", "manage", "read-elasticache"]);

/** Where the bundles lie that are deployed: dist/functions/<name>/index.mjs. */
export const bundleFolder = join(root, "dist", "functions");

/**
 * Modules that are replaced by smaller ones. Each pulls in a whole package, and esbuild cannot know that we
 * use almost nothing of it.
 * @type {{ path: RegExp, contents: string }[]}
 */
const replacements = [
  {
    // Remembers where else DynamoDB answers, for those who switch that search on; it brings a cache library.
    path: /[\\/]@aws-sdk[\\/]endpoint-cache[\\/]dist-es[\\/]index\.js$/,
    contents: "export class EndpointCache { has() { return false; } get() {} set() {} delete() {} }",
  },
  {
    // Reads the names of browsers, where there is one; the SDK asks for it only there.
    path: /[\\/]bowser[\\/]/,
    contents: "export default undefined;",
  },
  {
    // Loaded for operations that stream messages; DynamoDB, SQS, KMS, STS and CloudWatch have none that we call.
    path: /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]event-streams[\\/]index\.js$/,
    contents: "export {};",
  },
  {
    // Zod re-exports its messages in fifty languages, tens of KB compressed; ours are English.
    path: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
    contents: 'export { default as en } from "./en.js";',
  },
  {
    // Zod can write each schema as JSON schema. The published document is made by zod-to-openapi, which does that itself.
    path: /[\\/]zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/,
    contents: `
      const absent = () => undefined;
      export {
        absent as createStandardJSONSchemaMethod, absent as createToJSONSchemaMethod, absent as extractDefs,
        absent as finalize, absent as handleUnrepresentable, absent as initializeContext, absent as processSchema,
      };`,
  },
  {
    // Computes SHA-256 in JavaScript for a Node.js without OpenSSL. Lambda's has it.
    path: /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]checksum[\\/]sha256[\\/]Sha256Js\.js$/,
    contents: "export class Sha256Js {}",
  },
  {
    // The SDK looks for credentials in files, SSO, processes and instance metadata. A Lambda function always has
    // them in these variables, for as long as its process lives:
    // https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
    path: /[\\/]@aws-sdk[\\/]credential-provider-node[\\/]dist-es[\\/]index\.js$/,
    contents: `export const defaultProvider = () => async () => {
      const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
      if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
        throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set");
      return {
        accessKeyId: AWS_ACCESS_KEY_ID,
        secretAccessKey: AWS_SECRET_ACCESS_KEY,
        ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
      };
    };`,
  },
];

/**
 * Zod's part of JSON schema that is asked about the checks of a schema, by zod-to-openapi. A function that only parses
 * asks nothing.
 */
const withoutSchemas = {
  path: /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/,
  contents: `
    const absent = () => ({});
    export {
      absent as aggregateChecks, absent as allProcessors, absent as toJSONSchema,
      absent as anyProcessor, absent as arrayProcessor, absent as
      bigintProcessor, absent as booleanProcessor, absent as catchProcessor, absent as customProcessor,
      absent as dateProcessor, absent as defaultProcessor, absent as enumProcessor, absent as
      fileProcessor, absent as functionProcessor, absent as intersectionProcessor, absent as
      lazyProcessor, absent as literalProcessor, absent as mapProcessor, absent as nanProcessor, absent as
      neverProcessor, absent as nonoptionalProcessor, absent as nullProcessor, absent as
      nullableProcessor, absent as numberProcessor, absent as objectProcessor, absent as
      optionalProcessor, absent as pipeProcessor, absent as prefaultProcessor, absent as promiseProcessor,
      absent as readonlyProcessor, absent as recordProcessor, absent as setProcessor, absent as
      stringProcessor, absent as successProcessor, absent as symbolProcessor, absent as
      templateLiteralProcessor, absent as transformProcessor, absent as tupleProcessor, absent as
      undefinedProcessor, absent as unionProcessor, absent as unknownProcessor, absent as voidProcessor,
    };`,
};

/** Functions that publish no schemas, and whose bundle has to be small. */
const onlyParsing = new Set(["api", "manage", "fleet", "agent-report"]);

/**
 * Serves the replacements. It fails a bundle in which one replaced nothing: the package has changed, and the
 * bundle has grown again.
 * @param {string} name one of `lambdas`
 * @returns {import("esbuild").Plugin}
 */
function replaceModules(name) {
  const all = onlyParsing.has(name) ? [...replacements, withoutSchemas] : replacements;
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
    plugins: [replaceModules(name), keepVersions(), requireHttp(), narrowZod()],
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
