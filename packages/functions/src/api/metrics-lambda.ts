import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { metrics } from "./routes/metrics.ts";
import { serve } from "./serve.ts";

/** The routes that Prometheus scrapes again and again. Each reads a part of an organization, or all of it. */
export const handler = handle(serve(composeAws(process.env), metrics));
