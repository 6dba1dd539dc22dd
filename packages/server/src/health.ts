import * as z from "zod";
import { ownHost } from "./http/listen.ts";
import { addressVariables } from "./settings/addresses.ts";
import { readVariables, type Variables } from "./settings/read.ts";

/** Longer than the server takes to find out that its database does not answer. */
const deadlineMs = 4_000;

const { BIND, PORT } = addressVariables;
const schema = z.object({ BIND, PORT });

export interface Verdict {
  ok: boolean;
  /** One line for the orchestrator's log. */
  text: string;
}

/**
 * Asks the server that runs beside this process, for orchestrators that can only start a command. No other setting
 * than its address is read, and no secret.
 * @param isLive asks only whether the process answers, although its database may not
 * @throws StartFailure for a wrong address
 */
export async function askHealth(variables: Variables, isLive: boolean): Promise<Verdict> {
  const { BIND: bind, PORT: port } = readVariables(schema, variables);
  const path = isLive ? "/health" : "/ready";
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const answer = await fetch(`http://${ownHost(bind)}:${port}${path}`, { signal, redirect: "error" });
    await answer.arrayBuffer();
    return { ok: answer.status === 200, text: `${path} answered ${answer.status}` };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { ok: false, text: `${path} at port ${port} did not answer (${cause?.code ?? name})` };
  }
}
