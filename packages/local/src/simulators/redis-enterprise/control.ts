import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import * as z from "zod";
import { type FaultName, faults } from "./faults.ts";
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

const faultName = z.enum(Object.keys(faults) as [FaultName, ...FaultName[]]);

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
    faults: z.record(z.string(), faultName),
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

/** The control page: one plain form, no script. Everything on it is one of our own words. */
export function controlPage(state: ClusterState): string {
  const select = (name: string, options: Readonly<Record<string, string>>, chosen: string) => {
    const list = Object.entries(options).map(
      ([value, label]) => `<option value="${value}"${value === chosen ? " selected" : ""}>${label}</option>`,
    );
    return `<p><label>${name} <select name="${name}">${list.join("")}</select></label></p>`;
  };
  const words = (list: readonly string[]) => Object.fromEntries(list.map((word) => [word, word]));
  const versions = ["6.4.2-94", "7.4.6-22", "7.22.0-241", "8.0.2-17", "8.2.0-10"];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Redis Enterprise simulator</title>
<h1>Control of the Redis Enterprise simulator</h1>
<form method="post" action="/control">
${select("version", words(versions), state.version)}
${select("databases", words(["0", "12", "100", "1000"]), String(state.databases))}
${select("license", words(licenseKinds), state.license)}
${select("role", words(roles), state.user.role)}
${paths.map((path) => select(path, faults, state.faults[path] ?? "works")).join("\n")}
<p><button>Apply</button></p></form></html>`;
}
