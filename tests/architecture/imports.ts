import { parseAst } from "vitest/node";
import { read, resolveImport, sourceFiles } from "./files.ts";

export interface Import {
  specifier: string;
  /** Whether stripping the types removes it completely. */
  typeOnly: boolean;
  /** What it takes by name. "*" for all of it, also for what it exports again. */
  names: readonly string[];
}

interface Node {
  type: string;
  importKind?: string;
  exportKind?: string;
  source?: { value?: unknown } | null;
  specifiers?: { importKind?: string; imported?: { name?: string } }[];
}

/** Every import in a source text: static imports, re-exports, dynamic imports, and imports in types. */
export function importsIn(text: string, path: string): Import[] {
  const found: Import[] = [];
  visit(parseAst(text, { lang: languageOf(path) }, path), (node) => {
    const specifier = node.source?.value;
    if (typeof specifier === "string")
      found.push({ specifier, typeOnly: isTypeOnly(node), names: namesOf(node) });
  });
  return found;
}

function languageOf(path: string): "js" | "ts" | "tsx" | "dts" {
  if (/\.d\.m?ts$/.test(path)) return "dts";
  if (path.endsWith(".mjs")) return "js";
  return path.endsWith(".tsx") ? "tsx" : "ts";
}

function visit(value: unknown, each: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value) each(value as Node);
  for (const child of Object.values(value)) visit(child, each);
}

function isTypeOnly({ type, importKind, exportKind, specifiers = [] }: Node): boolean {
  if (type === "TSImportType" || importKind === "type" || exportKind === "type") return true;
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === "type");
}

function namesOf({ type, specifiers = [] }: Node): string[] {
  if (type !== "ImportDeclaration") return ["*"];
  return specifiers.map(({ imported }) => imported?.name ?? "*");
}

export interface Edge extends Import {
  from: string;
  /** A file of the project, or undefined for a package from outside. */
  to: string | undefined;
}

/** Every import of every source file. */
export function allImports(): Edge[] {
  return sourceFiles().flatMap((from) =>
    importsIn(read(from), from).map((one) => ({
      ...one,
      from,
      to: resolveImport(from, one.specifier),
    })),
  );
}
