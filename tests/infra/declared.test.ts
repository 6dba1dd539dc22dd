import { webConfig } from "@shardwatch/core/contract/config";
import { pageHeaders } from "@shardwatch/core/contract/page-headers";
import { tableSchema, timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { readEnvironment } from "@shardwatch/functions/environment";
import { queueUrls } from "@shardwatch/functions/queue-urls";
import { readSettings } from "@shardwatch/local/settings";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lambdas } from "../../scripts/lib/bundle.mjs";
import {
  declare,
  functionsOf,
  headersPolicyId,
  tableArn,
  topicArn,
  vaultKeyArn,
  settings,
} from "./declared.ts";

/** The resources of each worker start with its name. */
const workers = ["Housekeeping", "ReadElastiCache", "ReadRedisCloud"];

beforeEach(() => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("the table has the keys, the index and the expiry of the one that tests run on", async () => {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes } = tableSchema("any");
  const { table } = await declare("production");
  expect(Object.entries(table.fields)).toEqual(
    AttributeDefinitions?.map(({ AttributeName }) => [AttributeName, "string"]),
  );
  expect(Object.values(table.primaryIndex)).toEqual(KeySchema?.map(({ AttributeName }) => AttributeName));
  expect(table.ttl).toBe(timeToLiveAttribute);
  const indexes = Object.entries(table.globalIndexes).map(([name, { hashKey, rangeKey, projection }]) => ({
    IndexName: name,
    KeySchema: [
      { AttributeName: hashKey, KeyType: "HASH" },
      { AttributeName: rangeKey, KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: projection.toUpperCase().replace("-", "_") },
  }));
  expect(indexes).toEqual(GlobalSecondaryIndexes);
});

test("SEC19 the gateway limits what each route takes of everybody together", async () => {
  const { gateway } = await declare("production");
  expect(gateway.transform.stage.defaultRouteSettings).toEqual({
    throttlingRateLimit: 2_000,
    throttlingBurstLimit: 2_000,
  });
});

test("SEC24 the table is backed up, and in production protected from deletion and from the end of its stage", async () => {
  const production = await declare("production");
  expect(production.table.transform.table.pointInTimeRecovery.enabled).toBe(true);
  expect(production.table.deletionProtection).toBe(true);
  expect(production.app).toMatchObject({ protect: true, removal: "retain" });
  expect((await declare("pr-7")).table.deletionProtection).toBe(false);
});

test("every function that is bundled is behind a route, a queue or the schedule, in the runtime that it is bundled for", async () => {
  const declared = await declare("production");
  expect(Object.keys(declared.routes)).toEqual(["$default", "POST /agent/reports"]);
  expect(declared.schedule.schedule).toBe("rate(5 minutes)");
  const functions = functionsOf(declared);
  expect(functions.map(({ bundle }) => bundle).toSorted()).toEqual(
    Object.keys(lambdas)
      .map((name) => `dist/functions/${name}`)
      .toSorted(),
  );
  for (const { handler, runtime, architecture } of functions)
    expect({ handler, runtime, architecture }).toEqual({
      handler: "index.handler",
      runtime: "nodejs24.x",
      architecture: "arm64",
    });
});

describe("SEC21 functions have only the rights they use", () => {
  test("single actions, on the table, its index, the queues and the key", async () => {
    const permissions = functionsOf(await declare("production")).flatMap((lambda) => lambda.permissions);
    expect(permissions.flatMap(({ actions }) => actions).filter((action) => action.includes("*"))).toEqual(
      [],
    );
    const resources = new Set(permissions.flatMap((permission) => permission.resources));
    expect([...resources].toSorted()).toEqual([
      tableArn,
      `${tableArn}/index/gsi1`,
      vaultKeyArn,
      ...workers.map((name) => `arn:aws:sqs:eu-central-1:123456789012:${name}Jobs`),
    ]);
  });

  test("SEC01 only the API seals with the key of KMS and only the reader of Redis Cloud opens, both in our own context", async () => {
    const declared = await declare("production");
    const rights = Object.fromEntries(
      functionsOf(declared).map(({ bundle, permissions }) => [
        bundle,
        permissions.filter(({ resources }) => resources.includes(vaultKeyArn)),
      ]),
    );
    const conditions = [
      { test: "StringEquals", variable: "kms:EncryptionContext:application", values: ["shardwatch"] },
    ];
    expect(rights).toEqual({
      "dist/functions/api": [{ actions: ["kms:Encrypt"], resources: [vaultKeyArn], conditions }],
      "dist/functions/agent-report": [],
      "dist/functions/read-redis-cloud": [{ actions: ["kms:Decrypt"], resources: [vaultKeyArn], conditions }],
      "dist/functions/read-elasticache": [],
      "dist/functions/housekeeping": [],
      "dist/functions/tick": [],
    });
    expect(declared.routes["$default"]?.environment["VAULT_KEY_ID"]).toBe(vaultKeyArn);
    expect(declared.workers["ReadRedisCloudJobs"]?.environment["VAULT_KEY_ID"]).toBe(vaultKeyArn);
    expect(declared.vaultKey).toMatchObject({ enableKeyRotation: true, deletionWindowInDays: 30 });
  });

  test("only Lambda may take the functions' roles", async () => {
    for (const { transform } of functionsOf(await declare("production")))
      expect(transform.role.assumeRolePolicy).toEqual({ Service: "lambda.amazonaws.com" });
  });
});

test("API04 the API is at api. of the domain, and at its own port on one machine; the functions get a complete configuration, and production and previews know which they are", async () => {
  for (const [stage, environment, origin] of [
    ["production", "production", "https://shardwatch.example"],
    ["pr-7", "preview", "https://pr-7.shardwatch.example"],
  ] as const) {
    const declared = await declare(stage);
    const { gateway } = declared;
    for (const lambda of functionsOf(declared))
      expect(readEnvironment(lambda.environment)).toMatchObject({
        ENVIRONMENT: environment,
        WEB_ORIGIN: origin,
      });
    expect(gateway).toMatchObject({ domain: origin.replace("https://", "api."), cors: false });
  }
  expect(readSettings({})).toMatchObject({
    webUrl: "http://localhost:5173",
    apiUrl: "http://localhost:3001",
  });
});

test("SYN02 the functions that queue jobs have the queue of each worker", async () => {
  const { routes, schedule } = await declare("production");
  const address = "https://sqs.eu-central-1.amazonaws.com/123456789012";
  for (const lambda of [routes["$default"], schedule.function])
    expect(queueUrls(readEnvironment(lambda?.environment ?? {}))).toEqual({
      "read-redis-cloud": `${address}/ReadRedisCloudJobs`,
      "read-elasticache": `${address}/ReadElastiCacheJobs`,
      housekeeping: `${address}/HousekeepingJobs`,
    });
});

test("OPS19 without one of its settings a deployment stops with the name of what is missing", async () => {
  for (const [name, value] of Object.entries(settings)) {
    vi.stubEnv(name, "");
    await expect(declare("production"), name).rejects.toThrow(name);
    vi.stubEnv(name, value);
  }
});

describe("the site", () => {
  test("OPS03 one build serves every stage, with the stage's configuration beside it", async () => {
    const [production, preview] = [await declare("production"), await declare("pr-7")];
    const configs = [production, preview].map(({ site }) =>
      webConfig.parse(JSON.parse(site.environment.WEB_CONFIG)),
    );
    expect(configs.map(({ environment, apiUrl }) => [environment, apiUrl])).toEqual([
      ["production", "https://api.shardwatch.example"],
      ["preview", "https://api.pr-7.shardwatch.example"],
    ]);
    expect(production.site.build).toEqual(preview.site.build);
  });

  test("OPS02 OPS17 config.json is not cached, parts with a hash in their name are, and those of the version before stay", async () => {
    const { assets } = (await declare("production")).site;
    expect(assets.purge).toBe(false);
    expect(
      Object.fromEntries(assets.fileOptions.map(({ files, cacheControl }) => [files, cacheControl])),
    ).toEqual({
      "**": "no-cache",
      "assets/**": "public, max-age=31536000, immutable",
      "config.json": "no-store",
    });
  });

  test("SEC16 every answer of CloudFront carries the same policy as the local run, and HSTS", async () => {
    const { site, pageHeaders: declared } = await declare("production");
    const expected = pageHeaders(webConfig.parse(JSON.parse(site.environment.WEB_CONFIG)));
    const { securityHeadersConfig, customHeadersConfig } = declared;
    expect(securityHeadersConfig.contentSecurityPolicy).toEqual({
      contentSecurityPolicy: expected["content-security-policy"],
      override: true,
    });
    expect(securityHeadersConfig.frameOptions.frameOption).toBe("DENY");
    expect(securityHeadersConfig.contentTypeOptions.override).toBe(true);
    expect(securityHeadersConfig.strictTransportSecurity.accessControlMaxAgeSec).toBeGreaterThan(31_536_000);
    for (const { header, value } of customHeadersConfig.items)
      expect(expected).toHaveProperty([header], value);
    const cdn = { defaultCacheBehavior: { compress: true } };
    site.transform.cdn(cdn);
    expect(cdn.defaultCacheBehavior).toEqual({ compress: true, responseHeadersPolicyId: headersPolicyId });
  });
});

test("OPS16 functions log in JSON what they say themselves, and not Lambda's own line for every call", async () => {
  for (const { transform } of functionsOf(await declare("production"))) {
    const args = { loggingConfig: { logGroup: "kept" } };
    transform.function(args);
    expect(args.loggingConfig).toEqual({
      logGroup: "kept",
      logFormat: "JSON",
      applicationLogLevel: "INFO",
      systemLogLevel: "WARN",
    });
  }
});

test("OPS15 alarms ring for errors of the API and of every function, for dead letters, for jobs that wait too long, and for a schedule that does not run", async () => {
  const declared = await declare("production");
  const alarms = Object.values(declared.alarms);
  const of = (metric: string, dimension: string) =>
    alarms.find(
      ({ metricName, dimensions }) => metricName === metric && Object.values(dimensions).includes(dimension),
    );
  expect(of("5xx", "api-1")).toBeDefined();
  for (const { bundle } of functionsOf(declared)) {
    expect(of("Errors", bundle)).toBeDefined();
    expect(of("Throttles", bundle)).toBeDefined();
  }
  for (const name of workers) {
    expect(of("ApproximateNumberOfMessagesVisible", `${name}DeadLetters`)).toBeDefined();
    expect(of("ApproximateAgeOfOldestMessage", `${name}Jobs`)).toBeDefined();
  }
  expect(of("Invocations", "dist/functions/tick")).toMatchObject({
    comparisonOperator: "LessThanThreshold",
    treatMissingData: "breaching",
  });
  for (const { alarmActions } of alarms) expect(alarmActions).toEqual([topicArn]);
});

test("a job that fails again and again goes to the dead letters, and no message is delivered again while its worker may still be at it", async () => {
  const { queues } = await declare("production");
  for (const name of workers)
    expect(queues[`${name}Jobs`]).toMatchObject({
      dlq: { queue: `arn:aws:sqs:eu-central-1:123456789012:${name}DeadLetters`, retry: 5 },
      visibilityTimeout: "6 minutes",
    });
});
