import type { ApiHttp } from "./api/http.ts";
import { describeNetworkError } from "./api/push.ts";
import type { Settings } from "./configuration/settings.ts";
import type { Source } from "./sources/source.ts";

/** Tries everything once and prints what works and what does not. True when a report could be sent. */
export async function check(
  settings: Settings,
  sources: readonly Source[],
  http: ApiHttp,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  print(`configuration ok: ${settings.deployments.length} deployment(s), agent id ${settings.agentId}`);
  print("key ok: form and checksum are right; whether it is valid shows with the first report");
  const api = await checkApi(http, signal);
  print(`api ${settings.api.address}: ${api.line}`);
  let ok = api.ok;
  for (const source of sources) {
    const result = await source.check();
    ok &&= result.ok;
    print("");
    print(`${source.name}: ${result.ok ? "ok" : "NOT ok"}`);
    for (const line of result.lines) print(`  ${line}`);
  }
  print("");
  print(ok ? "Everything is ready." : "Something is missing: see above.");
  return ok;
}

async function checkApi(http: ApiHttp, signal: AbortSignal): Promise<{ ok: boolean; line: string }> {
  try {
    const { status } = await http.get("/health", signal);
    if (status === 200) return { ok: true, line: "reachable" };
    return { ok: false, line: `NOT ok, it answered ${status} to GET /health: is it the address of the API?` };
  } catch (error) {
    return { ok: false, line: `NOT reachable (${describeNetworkError(error)})` };
  }
}
