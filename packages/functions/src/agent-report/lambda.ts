import { composeAws } from "../compose.ts";
import { answer } from "./answer.ts";
import type { HttpEvent, HttpResult } from "./http-event.ts";

const services = composeAws(process.env);

/** POST /agent/reports behind API Gateway (HTTP API, payload format 2.0). */
export async function handler(event: HttpEvent): Promise<HttpResult> {
  return await answer(services, event);
}
