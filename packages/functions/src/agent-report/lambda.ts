import { createJsonLog } from "@shardwatch/core/adapters/json-log";
import { composeAws } from "../compose.ts";
import { answer } from "./answer.ts";
import type { HttpEvent, HttpResult } from "./http-event.ts";

const log = createJsonLog("shardwatch", (line) => process.stdout.write(`${line}\n`));
const house = composeAws(process.env, log);

/** POST /agent/reports behind API Gateway (HTTP API, payload format 2.0). */
export async function handler(event: HttpEvent): Promise<HttpResult> {
  return await answer(house, event);
}
