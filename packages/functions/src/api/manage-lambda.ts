import { createLambdaRoleTrials } from "@shardwatch/core/adapters/aws/lambda-role-trials";
import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { type Environment, requireSettings } from "../environment.ts";
import type { ExternalPorts } from "../external-ports.ts";
import { queueUrls } from "../queue-urls.ts";
import { sealedKeyPorts } from "../sealed-key-ports.ts";
import { manageRoutes } from "./manage-routes.ts";
import { serve } from "./serve.ts";

/** It tries keys and seals them, and has roles tried. It reads no account. */
function externalPorts(settings: Environment): Partial<ExternalPorts> {
  if (settings.ELASTICACHE === "on") requireSettings(settings, ["ROLE_TRIAL_FUNCTION"]);
  return {
    queue: createSqsQueue(queueUrls(settings)),
    ...sealedKeyPorts(settings),
    roleTrials: createLambdaRoleTrials({
      functionName: settings.ROLE_TRIAL_FUNCTION,
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_LAMBDA,
    }),
  };
}

/** The routes about people, organizations and the accounts that we read. */
export const handler = handle(serve(composeAws(process.env, externalPorts), manageRoutes));
