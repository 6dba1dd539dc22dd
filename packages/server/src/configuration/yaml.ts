import { digest } from "@shardwatch/core/kit/hash";
import { notYaml, whyNotParsed } from "@shardwatch/core/kit/yaml-limits";
import { LineCounter, parseDocument } from "yaml";
import { readOwnText } from "@shardwatch/core/kit/text-file";

/** In bytes. A hundred organizations with a hundred keys each need less. */
const mostBytes = 2 ** 20;

export type ReadYaml = { content: unknown; hash: string } | { fault: string };

/** What a file holds, and the SHA-256 of its text; or one sentence on why it can't be used. */
export function readYaml(path: string): ReadYaml {
  const text = readOwnText(path, mostBytes);
  if ("fault" in text) return { fault: `the file ${text.fault}` };
  const fault = whyNotParsed(text.content);
  if (fault !== undefined) return { fault: `the file ${fault}` };
  const lineCounter = new LineCounter();
  // Pretty messages would quote the lines around a fault, which may hold a secret.
  const document = parseDocument(text.content, { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    return { fault: `the file ${notYaml(lineCounter, error.pos[0], error.code)}` };
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
