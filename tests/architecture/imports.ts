import { type EcmaScriptModule, parseSync } from "oxc-parser";
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

/**
 * Every import in a source text: static imports, re-exports, dynamic imports, and imports in types. Reading a whole tree
 * takes ten times as long as reading what the parser lists itself, and only calls and types need it.
 */
export function importsIn(text: string, path: string): Import[] {
  const parsed = parseSync(path, text, { lang: languageOf(path) });
  const [error] = parsed.errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  return text.includes("import(") ? inTree(parsed.program) : inList(parsed.module);
}

function inList({ staticImports, staticExports }: EcmaScriptModule): Import[] {
  const imports = staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    names: entries.map(({ importName }) => importName.name ?? "*"),
  }));
  // What a statement of its own imports, and another one exports, has the place of the first.
  const imported = new Set(staticImports.map(({ start }) => start));
  const exports = staticExports.flatMap(({ start, entries }) => {
    const from = entries[0]?.moduleRequest;
    if (!from || imported.has(start)) return [];
    return [{ specifier: from.value, typeOnly: entries.every(({ isType }) => isType), names: ["*"] }];
  });
  return [...imports, ...exports];
}

function inTree(program: unknown): Import[] {
  const found: Import[] = [];
  visit(program, (node) => {
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

let all: readonly Edge[] | undefined;

/** Every import of every source file. Parsing them takes seconds, so it is done once. */
export const allImports = (): readonly Edge[] => (all ??= readImports());

function readImports(): Edge[] {
  return sourceFiles().flatMap((from) =>
    importsIn(read(from), from).map((one) => ({
      ...one,
      from,
      to: resolveImport(from, one.specifier),
    })),
  );
}
