import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { fleetRoutes } from "./fleet/routes.ts";
import { serve } from "./serve.ts";

/** The routes that read all of an organization at once. They need more memory than the others. */
export const handler = handle(serve(composeAws(process.env), fleetRoutes));
