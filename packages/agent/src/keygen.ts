import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { formatAgentKey } from "@shardwatch/core/kit/composite-key";
import { agentKeyDigest } from "@shardwatch/core/kit/agent-key-digest";
import { newId } from "@shardwatch/core/kit/ids";

interface Request {
  /** A new file for the key; it is printed without one. */
  out: string | undefined;
  /** Of a key that gets a new secret. */
  id: string | undefined;
}

export interface Printed {
  ok: boolean;
  stdout: string;
  stderr: string;
}

/** Makes an agent key and its digest, as two lines of YAML. It needs no configuration, and asks nobody. */
export function keygen({ out, id }: Request, now: number): Printed {
  const key = formatAgentKey(id ?? newId("accessKey", now, randomBytes(16)), randomBytes(32));
  const digest = agentKeyDigest(key);
  if (digest === undefined) return failed("--id is not the id of a key: key_ and 26 letters and digits");
  if (out === undefined) return { ok: true, stdout: `key: ${key}\ndigest: ${digest}\n`, stderr: "" };
  try {
    // A file that exists may hold the key of a running agent.
    writeFileSync(out, `${key}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    return failed(exists ? `${out} exists already: give another file` : `${out} cannot be written`);
  }
  return { ok: true, stdout: `digest: ${digest}\n`, stderr: `The key is in ${out}. Keep it secret.\n` };
}

const failed = (message: string): Printed => ({ ok: false, stdout: "", stderr: `${message}\n` });
