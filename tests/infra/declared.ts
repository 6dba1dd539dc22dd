import { vi } from "vitest";

export interface Permission {
  actions: string[];
  resources: string[];
}

export interface LambdaArgs {
  bundle: string;
  handler: string;
  runtime: string;
  architecture: string;
  environment: Record<string, string>;
  permissions: Permission[];
  transform: { role: { assumeRolePolicy: unknown } };
}

export interface TableArgs {
  fields: Record<string, string>;
  primaryIndex: { hashKey: string; rangeKey: string };
  globalIndexes: Record<string, { hashKey: string; rangeKey: string; projection: string }>;
  ttl: string;
  deletionProtection: boolean;
  transform: { table: { pointInTimeRecovery: { enabled: boolean } } };
}

export interface Declared {
  table: TableArgs;
  gateway: { domain: string; cors: boolean };
  routes: Record<string, LambdaArgs>;
}

export const tableArn = "arn:aws:dynamodb:eu-central-1:123456789012:table/shardwatch";

/**
 * What infra/ declares for a stage, as the arguments that SST's components are given. Only notes them: how SST turns
 * them into resources is not run here.
 */
export async function declare(stage: string): Promise<Declared> {
  const declared = { routes: {} } as Declared;
  class Dynamo {
    readonly arn = tableArn;
    readonly name = "shardwatch";
    constructor(_name: string, args: TableArgs) {
      declared.table = args;
    }
  }
  class ApiGatewayV2 {
    readonly url = "https://api.shardwatch.example";
    constructor(_name: string, args: Declared["gateway"]) {
      declared.gateway = args;
    }
    route(name: string, args: LambdaArgs): void {
      declared.routes[name] = args;
    }
  }
  vi.stubGlobal("$app", { stage });
  vi.stubGlobal("$interpolate", String.raw);
  vi.stubGlobal("sst", { aws: { Dynamo, ApiGatewayV2 } });
  vi.stubGlobal("aws", { iam: { assumeRolePolicyForPrincipal: (principal: unknown) => principal } });
  vi.resetModules();
  // By a path that the compiler does not follow: these files have types only where SST is installed.
  await import(new URL("../../infra/api.ts", import.meta.url).href);
  return declared;
}
