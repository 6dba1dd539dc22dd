import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * State that outlives a restart, as JSON.
 * @param empty what is there at the first start; also fills in what an older file does not have
 * @param file where it is kept; in memory without it
 */
export function keep<State extends object>(empty: State, file?: string) {
  const state: State = { ...empty, ...(file ? read<State>(file) : undefined) };

  function save() {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    // A process that is killed while it writes leaves the old file whole.
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { state, save };
}

function read<State>(file: string): Partial<State> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<State>) : {};
}
