import { environment } from "./settings.ts";
import { table } from "./table.ts";

export type Permissions = sst.aws.FunctionPermissionArgs[];

/**
 * A Lambda function from its bundle in dist/functions. SST could bundle it, but not without all the modules that
 * scripts/lib/bundle.mjs leaves out; so what the tests have run is what is deployed.
 * Rights are named one by one: a link to the table would give all of them.
 */
export function lambda(
  name: string,
  permissions: Permissions,
  variables: Record<string, $util.Input<string>> = {},
): sst.aws.FunctionArgs {
  // The role that SST makes may also be assumed by everyone in the account who has sts:AssumeRole.
  const assumeRolePolicy = aws.iam.assumeRolePolicyForPrincipal({ Service: "lambda.amazonaws.com" });
  return {
    bundle: `dist/functions/${name}`,
    handler: "index.handler",
    runtime: "nodejs24.x",
    architecture: "arm64",
    memory: "512 MB",
    timeout: "25 seconds",
    environment: { ...environment, TABLE_NAME: table.name, ...variables },
    permissions,
    logging: { format: "json" },
    transform: {
      role: { assumeRolePolicy },
      // Lambda's own three lines for each call cost more than a report's storage, and say nothing.
      function: (args) => {
        args.loggingConfig = $output(args.loggingConfig).apply((config) => ({
          ...config,
          logFormat: "JSON",
          applicationLogLevel: "INFO",
          systemLogLevel: "WARN",
        }));
      },
    },
  };
}
