import { createSqsQueue } from "@shardwatch/core/adapters/aws/sqs";
import { webAuthentication } from "@shardwatch/core/adapters/web-authentication";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { ownSignIn } from "../own-identity-port.ts";
import { queueUrlOf } from "../queue-urls.ts";
import { serve } from "./serve.ts";
import { signInRoutes } from "./sign-in-routes.ts";

const services = composeAws(
  process.env,
  (settings) => ({
    webAuthentication,
    ...(settings.MAILS_LINKS === "on" && { queue: createSqsQueue(queueUrlOf(settings, "deliver")) }),
  }),
  ownSignIn,
);

/** The routes of links and passkeys. */
export const handler = handle(serve(services, signInRoutes));
