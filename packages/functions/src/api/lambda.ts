import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { signIn } from "../identity-port.ts";
import { apiRoutes } from "./api-routes.ts";
import { serve } from "./serve.ts";

/** The API behind API Gateway (HTTP API, payload format 2.0). Other functions answer some of its routes. */
export const handler = handle(serve(composeAws(process.env, noExternalPorts, signIn), apiRoutes));
