import type { ApiHttp } from "./api/http.ts";
import { parseObject } from "./api/outcome.ts";
import { describeNetworkError, reportsPath } from "./api/push.ts";
import { exposureWarning } from "./configuration/exposure.ts";
import type { Settings } from "./configuration/settings.ts";
import { serverSemaphore } from "./semaphore.ts";
import type { Source } from "./sources/source.ts";

/** Tries everything once and prints the results. True when a report could be sent. */
export async function check(
  settings: Settings,
  sources: readonly Source[],
  http: ApiHttp,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  print(`configuration ok: ${settings.deployments.length} deployment(s), agent id ${settings.agentId}`);
  const warning = exposureWarning(settings.exposed);
  if (warning !== undefined) print(`warning: ${warning}.`);
  const api = await checkApi(http, signal);
  print(`api ${settings.api.address}: ${api.line}`);
  // A server at this address that is not the API must not get the key.
  const key = api.ok ? await checkKey(http, signal) : unverified("the API could not be asked");
  print(`key: ${key.line}`);
  let ok = api.ok && key.ok;
  const semaphore = serverSemaphore();
  const checks = sources.map(async (source) => ({
    source,
    result: await semaphore.run(() => source.check()),
  }));
  for (const one of checks) {
    const { source, result } = await one;
    ok &&= result.ok;
    print("");
    print(`${source.name}: ${result.ok ? "ok" : "NOT ok"}`);
    for (const line of result.lines) print(`  ${line}`);
  }
  print("");
  print(ok ? "Everything is ready." : "Something is missing: see above.");
  return ok;
}

interface Result {
  ok: boolean;
  line: string;
}

async function checkApi(http: ApiHttp, signal: AbortSignal): Promise<Result> {
  try {
    const { status, body } = await http.get("/health", signal);
    if (status !== 200)
      return {
        ok: false,
        line: `NOT ok, it answered ${status} to GET /health: is it the address of the API?`,
      };
    // A web application answers 200 with its page for every path.
    if (parseObject(body).status === "ok") return { ok: true, line: "ok" };
    const line = "NOT ok, it answers, but is not the Shardwatch API: is this the web application's address?";
    return { ok: false, line };
  } catch (error) {
    return { ok: false, line: `NOT reachable (${describeNetworkError(error)})` };
  }
}

/**
 * Sends a report without fields. The API checks the key before the report. So 400 means that the key is
 * valid, and nothing is stored.
 */
async function checkKey(http: ApiHttp, signal: AbortSignal): Promise<Result> {
  try {
    const headers = { "content-type": "application/json" };
    const { status } = await http.post(reportsPath, headers, Buffer.from("{}"), signal);
    if (status === 400) return { ok: true, line: "ok, the API accepts it" };
    if (status === 401) return { ok: false, line: "NOT ok, the API rejects it: it is revoked or wrong" };
    return unverified(`the API answered ${status}`);
  } catch (error) {
    return unverified(describeNetworkError(error));
  }
}

function unverified(reason: string): Result {
  return { ok: false, line: `form and checksum are right, but it could NOT be verified (${reason})` };
}
