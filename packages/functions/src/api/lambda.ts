import { createLambdaRoleTrials } from "@shardwatch/core/adapters/lambda-role-trials";
import { createSqsQueue } from "@shardwatch/core/adapters/sqs";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { type Environment, requireSettings } from "../environment.ts";
import { type ExternalPorts, noExternalPorts } from "../external-ports.ts";
import { queueUrls } from "../queue-urls.ts";
import { sealedKeyPorts } from "../sealed-key-ports.ts";
import { apiRoutes } from "./api-routes.ts";
import { fleetDeclarations } from "./fleet/declarations.ts";
import { reference } from "./reference.ts";
import { reportRoute } from "./routes/report-declaration.ts";
import { serve } from "./serve.ts";

/** The API tries keys and seals them, and has roles tried. It reads no account. */
function externalPorts(settings: Environment): ExternalPorts {
  if (settings.ELASTICACHE === "on") requireSettings(settings, ["ROLE_TRIAL_FUNCTION"]);
  return {
    ...noExternalPorts(),
    queue: createSqsQueue(queueUrls(settings)),
    ...sealedKeyPorts(settings),
    roleTrials: createLambdaRoleTrials({
      functionName: settings.ROLE_TRIAL_FUNCTION,
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_LAMBDA,
    }),
  };
}

const app = serve(composeAws(process.env, externalPorts), apiRoutes);

/**
 * The API behind API Gateway (HTTP API, payload format 2.0). It describes the routes of the other functions
 * too, so that there is one document.
 */
export const handler = handle(app.route("/", reference(app, [...fleetDeclarations, reportRoute])));
