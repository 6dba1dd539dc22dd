import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { formatAgentKey, formatToken } from "@shardwatch/core/kit/composite-key";
import { newId } from "@shardwatch/core/kit/ids";
import { digestOf } from "@shardwatch/core/kit/secret-digest";

interface Request {
  /** A new file for the secret; it is printed without one. */
  out: string | undefined;
  /** Of a key or a token that gets a new secret. */
  id: string | undefined;
  /** Whether it is an API token, and no agent key. */
  token: boolean;
}

const keys = { what: "key", kind: "accessKey", format: formatAgentKey, ids: "key_" } as const;
const tokens = { what: "token", kind: "token", format: formatToken, ids: "tok_" } as const;

export interface Printed {
  ok: boolean;
  stdout: string;
  stderr: string;
}

/** Makes an agent key or an API token and its digest, as two lines of YAML. It needs no configuration, and asks nobody. */
export function keygen({ out, id, token }: Request, now: number): Printed {
  const { what, kind, format, ids } = token ? tokens : keys;
  const secret = format(id ?? newId(kind, now, randomBytes(16)), randomBytes(32));
  const digest = digestOf(secret);
  if (!digest?.startsWith(ids))
    return failed(`--id is not the id of a ${what}: ${ids} and 26 letters and digits`);
  if (out === undefined) return { ok: true, stdout: `${what}: ${secret}\ndigest: ${digest}\n`, stderr: "" };
  try {
    // A file that exists may hold the key of a running agent.
    writeFileSync(out, `${secret}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    return failed(exists ? `${out} exists already: give another file` : `${out} cannot be written`);
  }
  return { ok: true, stdout: `digest: ${digest}\n`, stderr: `The ${what} is in ${out}. Keep it secret.\n` };
}

const failed = (message: string): Printed => ({ ok: false, stdout: "", stderr: `${message}\n` });
