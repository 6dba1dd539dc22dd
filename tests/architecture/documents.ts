import { globSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { exists, read, root } from "./files.ts";

/** Every Markdown file of the project, as a path from the root. */
export function documents(): string[] {
  const notOurs = /(^|\/)(node_modules|dist|reports|test-results|\.[\w-]+)(\/|$)/;
  const exclude = (path: string) => notOurs.test(path);
  return globSync("**/*.md", { cwd: root, exclude }).toSorted();
}

/** The text without code blocks: their brackets are no links and their "#" is no heading. */
export const withoutCode = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

/** The anchors that GitHub gives to the headings of a document. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(text).matchAll(/^#{1,6} (.*)$/gm)) {
    const plain = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_\- ]/gu, "");
    const anchor = plain.replaceAll(" ", "-");
    let count = 0;
    while (anchors.has(count === 0 ? anchor : `${anchor}-${count}`)) count += 1;
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}

/** The broken relative links of a document: the target does not exist, or has no such heading. */
export function brokenLinks(path: string, text: string): string[] {
  const links = withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g);
  return [...links].flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = "", anchor] = target.split("#");
    const to = file === "" ? path : normalize(join(dirname(path), file));
    if (!exists(to)) return [`${path}: ${target} does not exist`];
    if (anchor === undefined || !to.endsWith(".md") || anchorsOf(read(to)).has(anchor)) return [];
    return [`${path}: ${target} names no heading`];
  });
}

/** The paths from the root that a document names in backticks, without what is only built. */
export function namedPaths(text: string): string[] {
  const paths = withoutCode(text).matchAll(/`((?:packages|tests|scripts|infra|docs)\/[\w./-]+)`/g);
  return [...paths].flatMap(([, path = ""]) => (/(^|\/)dist(\/|$)/.test(path) ? [] : [path]));
}
