import { Logger } from "@aws-lambda-powertools/logger";
import { createPowertoolsLog } from "@shardwatch/core/adapters/powertools-log";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose.ts";
import { createApp } from "./app.ts";

const log = createPowertoolsLog(new Logger({ serviceName: "shardwatch" }));

/** The API behind API Gateway (HTTP API, payload format 2.0). */
export const handler = handle(createApp(composeAws(process.env, log)));
