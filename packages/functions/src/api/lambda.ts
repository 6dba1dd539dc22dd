import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { externalPorts } from "../external-ports.ts";
import { createApp } from "./app.ts";

/** The API behind API Gateway (HTTP API, payload format 2.0). */
export const handler = handle(createApp(composeAws(process.env, (settings) => externalPorts(settings))));
