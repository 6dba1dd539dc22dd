/**
 * Modules that are replaced by smaller ones. Each pulls in a whole package, and esbuild cannot know that we
 * use almost nothing of it.
 * @type {{ path: RegExp, contents: string }[]}
 */
export const replacements = [
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
    // Only retries of the mode "adaptive" measure and limit their rate. Ours are of the mode "standard".
    path: /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]retry[\\/]util-retry[\\/]DefaultRateLimiter\.js$/,
    contents: `export class DefaultRateLimiter {
      constructor() { throw new Error("retries of the mode adaptive are not built in"); }
    }`,
  },
  {
    // Asks the instance for its region. A Lambda function always has it in AWS_REGION.
    path: /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]config[\\/]config-resolver[\\/]regionConfig[\\/]getInstanceMetadataRegion\.js$/,
    contents: "export const getInstanceMetadataRegion = async () => undefined;",
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
export const withoutSchemas = {
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

/**
 * The list of routes without the generator of the document, which is 7.4 KB with gzip. Refusals that are audited are
 * found by this list. Only the function `reference` writes the document.
 */
export const withoutDocument = {
  path: /[\\/]@asteasolutions[\\/]zod-to-openapi[\\/]dist[\\/]index\.mjs$/,
  contents: `
    export class OpenAPIRegistry {
      definitions = [];
      registerPath(route) { this.definitions.push({ type: "route", route }); }
      registerComponent() {}
      registerWebhook() {}
    }
    const absent = () => { throw new Error("this function writes no document"); };
    export { absent as OpenApiGeneratorV3, absent as OpenApiGeneratorV31, absent as getOpenApiMetadata };
    export const extendZodWithOpenApi = () => undefined;`,
};

/**
 * What authenticators say about their makers: libraries for certificates, 39 KB with gzip. We cut those statements off
 * before the library reads an answer.
 */
export const withoutAttestation = {
  path: /[\\/]@simplewebauthn[\\/]server[\\/]esm[\\/](registration[\\/]verifications|metadata|services[\\/]metadataService|helpers[\\/](convertX509PublicKeyToCOSE|getCertificateInfo|isCertRevoked|validate))/,
  contents: `
    const absent = () => { throw new Error("this function reads no attestation"); };
    export {
      absent as verifyAttestationFIDOU2F, absent as verifyAttestationPacked, absent as verifyAttestationTPM,
      absent as verifyAttestationAndroidSafetyNet, absent as verifyAttestationAndroidKey,
      absent as verifyAttestationApple, absent as convertX509PublicKeyToCOSE,
    };`,
};

/**
 * How sources end and move, which the function of assistants neither does nor may. It only lists them. A release that
 * gives one of these modules another export fails the bundle.
 */
export const withoutEndingSources = {
  path: /[\\/]core[\\/]src[\\/](integration[\\/](disconnect|move)|agent-key[\\/]revoke-many|deployment[\\/]lifecycle[\\/](move|move-pulses))\.ts$/,
  contents: `
    const absent = () => { throw new Error("this function ends and moves no source"); };
    export {
      absent as copyTombstones, absent as disconnect, absent as disconnectAbandoned, absent as disconnectAll,
      absent as moveIntegrations, absent as movePulseAfterwards, absent as pulseMoves, absent as revokeAll,
      absent as revokeCreatedBy,
    };`,
};

/** How Hono mounts an application of another framework, which no function does. */
export const withoutMounting = {
  path: /[\\/]hono[\\/]dist[\\/]utils[\\/]mount\.js$/,
  contents: `export const createMountedRequest = () => {
    throw new Error("this function mounts no other application");
  };`,
};

/** Of Hono's two routers, the one that is faster with many routes. A function with one path needs the other alone. */
export const withoutManyRoutes = {
  path: /[\\/]hono[\\/]dist[\\/]router[\\/]reg-exp-router[\\/]router\.js$/,
  contents: 'export { TrieRouter as RegExpRouter } from "../trie-router/index.js";',
};
