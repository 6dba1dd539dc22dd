import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { firstConfiguration, serverNameOf } from "@shardwatch/core/kit/agent-configuration";
import { type Addresses, createKey, Failure } from "./create-key.ts";

/*
 * Creates an agent key on the running product and prints an agent.yaml for it:
 * `npm run key -- "My laptop" --out agent.yaml`. Ports as for `npm start`. EMAIL signs in as somebody else
 * of the demo logins. REDIS_ADDRESS is the server to watch, localhost:6379 unless given.
 */
const { WEB_PORT, API_PORT, PROVIDER_PORT, EMAIL, REDIS_ADDRESS } = process.env;
const addresses: Addresses = {
  origin: `http://localhost:${WEB_PORT || 5173}`,
  api: `http://localhost:${API_PORT || 3001}`,
  provider: `http://localhost:${PROVIDER_PORT || 3002}`,
};

/** The arguments after the program. Throws a Failure. */
function readArguments(): { name: string; out: string | undefined } {
  try {
    const options = { out: { type: "string" } } as const;
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const [name, ...more] = positionals;
    if (name && more.length === 0) return { name, out: values.out };
  } catch {
    // An unknown option, or --out without a file.
  }
  throw new Failure('Give the key a name: npm run key -- "My laptop" --out agent.yaml');
}

async function configurationOf(name: string): Promise<{ key: string; configuration: string }> {
  const key = await createKey(addresses, EMAIL || "admin@example.com", name);
  const address = REDIS_ADDRESS ? { address: REDIS_ADDRESS } : {};
  const configuration = firstConfiguration({ api: addresses.api, key, name: serverNameOf(name), ...address });
  return { key, configuration };
}

/**
 * Writes the configuration to a new file that only its owner can read. The file is opened first, so that no
 * key is created in vain. It never replaces a file: that would lose another key.
 */
async function write(name: string, file: string): Promise<void> {
  const descriptor = open(file);
  try {
    writeSync(descriptor, (await configurationOf(name)).configuration);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  console.log(`${file} is written, with the key "${name}" in it. Next:

npm run agent -- check --config ${file}
npm run agent -- run --config ${file}`);
}

function open(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (exists) throw new Failure(`${file} exists already. Give another file, or remove it first.`);
    throw new Failure(`${file} can't be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function print(name: string): Promise<void> {
  const { key, configuration } = await configurationOf(name);
  console.log(`The key "${name}", which cannot be shown again:

${key}

An agent.yaml for it. With --out agent.yaml it is written to that file:

${configuration}`);
}

try {
  const { name, out } = readArguments();
  await (out === undefined ? print(name) : write(name, out));
} catch (error) {
  console.error(error instanceof Failure ? error.message : String(error));
  process.exitCode = 1;
}
