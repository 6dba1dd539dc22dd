import { chatsApp } from "./app.ts";
import { type ChatsState, createChats } from "./chats.ts";
import type { Service } from "./settings.ts";

/** When the clock of these tests begins. */
export const begin = Date.parse("2026-03-01T12:00:00.000Z");

/** The services with a clock that only the test moves, and how programs and people reach them. */
export function openChats() {
  let now = begin;
  const app = chatsApp(createChats(() => now));

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    await app.request(path, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers,
    });

  const slack = (method: string, body: unknown, token = "xoxb-1-2-abc") =>
    post(`/slack/api/${method}`, body, {
      authorization: `Bearer ${token}`,
      "content-type": "application/json; charset=utf-8",
    });

  async function control(service: Service, place: string, settings: object): Promise<Response> {
    return await post(`/state/${service}/${encodeURIComponent(place)}`, settings);
  }

  const state = async () => (await (await app.request("/state")).json()) as ChatsState;
  const page = async () => await (await app.request("/")).text();
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { app, post, slack, control, state, page, pass };
}

/** The body of an answer, for expectations. */
export const bodyOf = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;
