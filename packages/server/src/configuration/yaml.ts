import { readFileSync, statSync } from "node:fs";
import { digest } from "@shardwatch/core/kit/hash";
import { LineCounter, parseDocument } from "yaml";

/** In bytes. A hundred organizations with a hundred keys each need less. */
const mostBytes = 2 ** 20;

export type ReadYaml = { content: unknown; hash: string } | { fault: string };

/** What a file holds, and the SHA-256 of its text; or one sentence on why it can't be used. */
export function readYaml(path: string): ReadYaml {
  const text = readText(path, mostBytes);
  if ("fault" in text) return { fault: `the file ${text.fault}` };
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, which may hold a secret.
  const document = parseDocument(text.content, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    return { fault: `the file is not YAML at line ${line}, column ${col} (${error.code})` };
  }
  // A file that was emptied by accident must not remove everything.
  if (document.contents === null)
    return { fault: 'the file is empty; "organizations: []" has none on purpose' };
  try {
    return { content: document.toJS({ maxAliasCount: 100 }), hash: digest(text.content) };
  } catch {
    return { fault: "the file refers to itself too often (YAML aliases)" };
  }
}

/** A text file of a bounded size, or the end of a sentence on why it can't be read. */
export function readText(path: string, most: number): { content: string } | { fault: string } {
  try {
    const { size } = statSync(path);
    if (size > most) return { fault: `is larger than ${most / 1_024} KB` };
    return { content: readFileSync(path, "utf8") };
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const known: Readonly<Record<string, string>> = {
      ENOENT: "does not exist",
      EACCES: "may not be read by this user",
      EISDIR: "is a folder",
    };
    return { fault: known[code] ?? "can't be read" };
  }
}
