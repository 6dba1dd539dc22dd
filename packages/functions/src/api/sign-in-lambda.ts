import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { noExternalPorts } from "../external-ports.ts";
import { signIn } from "../identity-port.ts";
import { serve } from "./serve.ts";
import { signInRoutes } from "./sign-in-routes.ts";

/** The routes by which people come in, but for those of a Redis Cloud account. */
export const handler = handle(serve(composeAws(process.env, noExternalPorts, signIn), signInRoutes));
