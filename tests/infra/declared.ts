import { vi } from "vitest";

/** The required settings of a deployment. */
export const settings = {
  SHARDWATCH_DOMAIN: "shardwatch.example",
  PROVIDER_API_URL: "https://provider.example/api/v1",
  PROVIDER_SITE_URL: "https://provider.example",
  MARKETING_SITE_URL: "https://www.provider.example",
  SUPPORT_EMAIL: "support@shardwatch.example",
  TERMS_URL: "https://shardwatch.example/terms",
  PRIVACY_URL: "https://shardwatch.example/privacy",
  DOCUMENTATION_URL: "https://docs.shardwatch.example",
  AGENT_RELEASES_URL: "https://releases.shardwatch.example",
};

export interface Permission {
  actions: string[];
  resources: string[];
  effect?: "allow" | "deny";
  conditions?: { test: string; variable: string; values: string[] }[];
}

export interface LambdaArgs {
  bundle: string;
  handler: string;
  runtime: string;
  architecture: string;
  environment: Record<string, string>;
  permissions: Permission[];
  transform: {
    role: { assumeRolePolicy: unknown };
    function: (args: { loggingConfig: object }) => void;
  };
}

export interface TableArgs {
  fields: Record<string, string>;
  primaryIndex: { hashKey: string; rangeKey: string };
  globalIndexes: Record<string, { hashKey: string; rangeKey: string; projection: string }>;
  ttl: string;
  deletionProtection: boolean;
  transform: { table: { pointInTimeRecovery: { enabled: boolean } } };
}

export interface SiteArgs {
  domain: string;
  build: { command: string; output: string };
  environment: { WEB_CONFIG: string };
  assets: { purge: boolean; fileOptions: { files: string; cacheControl: string }[] };
  transform: { cdn: (args: { defaultCacheBehavior: object }) => void };
}

export interface HeadersArgs {
  securityHeadersConfig: {
    contentSecurityPolicy: { contentSecurityPolicy: string; override: boolean };
    frameOptions: { frameOption: string };
    strictTransportSecurity: { accessControlMaxAgeSec: number };
    contentTypeOptions: { override: boolean };
  };
  customHeadersConfig: { items: { header: string; value: string; override: boolean }[] };
}

export interface QueueArgs {
  dlq?: { queue: string; retry: number };
  visibilityTimeout?: string;
}

export interface ScheduleArgs {
  schedule: string;
  function: LambdaArgs;
}

export interface AlarmArgs {
  namespace: string;
  metricName: string;
  dimensions: Record<string, string>;
  comparisonOperator: string;
  treatMissingData: string;
  alarmActions: string[];
}

interface App {
  home: string;
  protect: boolean;
  removal: string;
}

interface SstConfig {
  app: (input: { stage: string }) => App;
  run: () => Promise<Record<string, string>>;
}

export interface Declared {
  app: App;
  /** The outputs of the deployment. */
  outputs: Record<string, string>;
  table: TableArgs;
  gateway: {
    domain: string;
    cors: boolean;
    transform: { stage: { defaultRouteSettings: Record<string, number> } };
  };
  routes: Record<string, LambdaArgs>;
  site: SiteArgs;
  pageHeaders: HeadersArgs;
  alarms: Record<string, AlarmArgs>;
  queues: Record<string, QueueArgs>;
  /** By the name of their queue. */
  workers: Record<string, LambdaArgs>;
  schedule: ScheduleArgs;
  vaultKey: { enableKeyRotation: boolean; deletionWindowInDays: number };
}

/** Every function of a stage. */
export const functionsOf = ({ routes, workers, schedule }: Declared): LambdaArgs[] => [
  ...Object.values(routes),
  ...Object.values(workers),
  schedule.function,
];

export const headersPolicyId = "page-headers";
export const topicArn = "arn:aws:sns:eu-central-1:123456789012:alarms";
export const region = "eu-central-1";
export const accountId = "123456789012";
export const vaultKeyArn = `arn:aws:kms:${region}:${accountId}:key/vault`;
export const tableArn = `arn:aws:dynamodb:${region}:${accountId}:table/shardwatch`;
export const queueArn = (name: string) => `arn:aws:sqs:${region}:${accountId}:${name}`;

/**
 * The declarations of sst.config.ts for a stage: the arguments of SST's components. They are only recorded.
 * How SST turns them into resources is not run here.
 */
export async function declare(stage: string): Promise<Declared> {
  const declared = { routes: {}, alarms: {}, queues: {}, workers: {} } as unknown as Declared;
  class Dynamo {
    readonly arn = tableArn;
    readonly name = "shardwatch";
    constructor(_name: string, args: TableArgs) {
      declared.table = args;
    }
  }
  class ApiGatewayV2 {
    readonly url = "https://api.shardwatch.example";
    readonly nodes = { api: { id: "api-1" } };
    constructor(_name: string, args: Declared["gateway"]) {
      declared.gateway = args;
    }
    route(name: string, args: LambdaArgs) {
      declared.routes[name] = args;
      return { nodes: { function: { name: args.bundle } } };
    }
  }
  class StaticSite {
    readonly url = "https://shardwatch.example";
    constructor(_name: string, args: SiteArgs) {
      declared.site = args;
    }
  }
  class ResponseHeadersPolicy {
    readonly id = headersPolicyId;
    constructor(_name: string, args: HeadersArgs) {
      declared.pageHeaders = args;
    }
  }
  class Queue {
    readonly #name: string;
    readonly arn: string;
    readonly url: string;
    readonly nodes: { queue: { name: string } };
    constructor(name: string, args: QueueArgs) {
      declared.queues[name] = args;
      this.#name = name;
      this.arn = queueArn(name);
      this.url = `https://sqs.eu-central-1.amazonaws.com/123456789012/${name}`;
      this.nodes = { queue: { name } };
    }
    subscribe(args: LambdaArgs) {
      declared.workers[this.#name] = args;
      const arn = `arn:aws:lambda:eu-central-1:123456789012:function:${args.bundle}`;
      return { nodes: { function: { name: args.bundle, arn } } };
    }
  }
  class CronV2 {
    readonly nodes: { function: { name: string } };
    constructor(_name: string, args: ScheduleArgs) {
      declared.schedule = args;
      this.nodes = { function: { name: args.function.bundle } };
    }
  }
  function MetricAlarm(name: string, args: AlarmArgs): void {
    declared.alarms[name] = args;
  }
  class Topic {
    readonly arn = topicArn;
  }
  class Key {
    readonly arn = vaultKeyArn;
    constructor(_name: string, args: Declared["vaultKey"]) {
      declared.vaultKey = args;
    }
  }
  vi.stubGlobal("$app", { stage });
  vi.stubGlobal("$interpolate", String.raw);
  vi.stubGlobal("$output", (value: object) => ({
    apply: (change: (value: object) => object) => change(value),
  }));
  vi.stubGlobal("sst", { aws: { Dynamo, ApiGatewayV2, StaticSite, Queue, CronV2 } });
  vi.stubGlobal("aws", {
    iam: { assumeRolePolicyForPrincipal: (principal: unknown) => principal },
    kms: { Key },
    cloudfront: { ResponseHeadersPolicy },
    cloudwatch: { MetricAlarm },
    sns: { Topic },
  });
  vi.resetModules();
  vi.stubGlobal("$config", (config: SstConfig) => config);
  // An import path that the compiler does not follow: its types exist only where SST is installed.
  const path = new URL("../../sst.config.ts", import.meta.url).href;
  const { default: config } = (await import(path)) as { default: SstConfig };
  declared.app = config.app({ stage });
  declared.outputs = await config.run();
  return declared;
}
