import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import { html } from "hono/html";
import * as z from "zod";
import { choiceOf } from "../faults.ts";
import { select, words } from "../provider/layout.ts";
import { faults } from "./faults.ts";
import { type ClusterState, licenseKinds, nodeStates, roles } from "./state.ts";

/** The paths that can fail on their own. */
export const paths = [
  "*",
  "/v1/cluster",
  "/v1/license",
  "/v1/nodes",
  "/v1/bdbs",
  "/v1/bdbs/stats/last",
  "/v1/shards",
];

/** What can be set from outside. */
const settings = z
  .strictObject({
    version: z.string().regex(/^\d+\.\d+\.\d+-\d+$/),
    databases: z.coerce.number().int().min(0).max(10_000),
    strangeDatabases: z.coerce.boolean(),
    measuresAll: z.coerce.boolean(),
    license: z.enum(licenseKinds),
    nodes: z.array(z.enum(nodeStates)).max(100),
    downShards: z.array(z.number().int()).max(100),
    role: z.enum(roles),
    redirectTo: z.string().max(300),
    masterHost: z.string().max(300),
    faults: z.record(z.string(), choiceOf(faults)),
    delayMs: z.coerce.number().int().min(0).max(600_000),
  })
  .partial();

/** Changes the cluster as a JSON text says; false when the text means nothing here. */
export function applySettings(state: ClusterState, text: string): boolean {
  const answer = settings.safeParse(parseJson(text));
  if (!answer.success) return false;
  const { role, ...rest } = answer.data;
  Object.assign(state, rest);
  if (role !== undefined) state.user.role = role;
  return true;
}

/** The same from the form of the control page. */
export function applyForm(state: ClusterState, text: string): boolean {
  const form = new URLSearchParams(text);
  const chosen = paths.map((path) => [path, form.get(path) ?? "works"]);
  const { version, databases, license, role } = Object.fromEntries(form);
  const input = { version, databases, license, role, faults: Object.fromEntries(chosen) };
  return applySettings(state, JSON.stringify(input));
}

/** The control page: one plain form, no script. */
export async function controlPage(state: ClusterState): Promise<string> {
  const versions = ["6.4.2-94", "7.4.6-22", "7.22.0-241", "8.0.2-17", "8.2.0-10"];
  const choice = (name: string, list: readonly string[], chosen: string) =>
    select(name, name, words(list), chosen);
  const form = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <title>Redis Enterprise simulator</title>
      <h1>Control of the Redis Enterprise simulator</h1>
      <form method="post" action="/control">
        ${choice("version", versions, state.version)}
        ${choice("databases", ["0", "12", "100", "1000"], String(state.databases))}
        ${choice("license", licenseKinds, state.license)} ${choice("role", roles, state.user.role)}
        ${paths.map((path) => select(path, path, faults, state.faults[path] ?? "works"))}
        <p><button>Apply</button></p>
      </form>
    </html>`;
  return String(await form);
}
