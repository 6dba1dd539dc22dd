import { basename } from "node:path";
import { parseAst, type Plugin, type Rolldown, Visitor } from "vite";

/** Where a name that a facade exports comes from. */
interface Origin {
  /** The chunk that exports it. */
  file: string;
  /** Its name there. */
  name: string;
}

/** What a facade exports, by the name that it gives it, and all chunks that it loads. */
interface Facade {
  files: string[];
  exports: Map<string, Origin>;
}

/**
 * Removes the chunks that only pass on what other chunks export. Rolldown makes one for each dynamic import of a
 * module that is in a group: https://github.com/rolldown/rolldown/issues/9729. It is a request more, and one that
 * the code itself waits for. The dynamic imports ask for the code instead.
 */
export const collapseFacades: Plugin = {
  name: "collapse-facades",
  generateBundle: {
    // By then Vite has written the files that each import needs into the code.
    order: "post",
    handler: (_options, bundle) => collapse(bundle),
  },
};

/** What it reads of a file of the build. */
export type File =
  | Pick<Rolldown.OutputChunk, "type" | "fileName" | "code" | "moduleIds" | "isEntry" | "isDynamicEntry">
  | Pick<Rolldown.OutputAsset, "type">;

/** Removes the facades from the files of a build, by their path. */
export function collapse(bundle: Record<string, File>): void {
  const facades = new Map<string, Facade>();
  for (const [path, file] of Object.entries(bundle)) {
    if (!isFacade(file)) continue;
    facades.set(basename(path), readFacade(file));
    delete bundle[path];
  }
  for (const file of Object.values(bundle))
    if (file.type === "chunk") file.code = withoutFacades(file.code, facades);
}

const isFacade = (file: File): file is Extract<File, { type: "chunk" }> =>
  file.type === "chunk" && file.isDynamicEntry && !file.isEntry && file.moduleIds.length === 0;

/** @throws when the chunk does more than import names and pass them on */
function readFacade({ code, fileName }: Extract<File, { type: "chunk" }>): Facade {
  const files = new Set<string>();
  const imported = new Map<string, Origin>();
  const exports = new Map<string, Origin>();
  for (const statement of parseAst(code).body) {
    if (statement.type !== "ImportDeclaration" && statement.type !== "ExportNamedDeclaration")
      throw new Error(`${fileName} contains a ${statement.type}, though it has no module`);
    if (statement.type === "ExportNamedDeclaration" && statement.declaration)
      throw new Error(`${fileName} contains a ${statement.declaration.type}, though it has no module`);
    const file = statement.source && basename(statement.source.value);
    if (file) files.add(file);
    for (const specifier of statement.specifiers) {
      if (specifier.type === "ImportSpecifier" && file)
        imported.set(specifier.local.name, { file, name: nameOf(specifier.imported) });
      else if (specifier.type === "ExportSpecifier") {
        const name = nameOf(specifier.local);
        const origin = file ? { file, name } : imported.get(name);
        if (!origin) throw new Error(`${fileName} exports ${name}, which it does not import`);
        exports.set(nameOf(specifier.exported), origin);
      } else throw new Error(`${fileName} contains a ${specifier.type}`);
    }
  }
  return { files: [...files], exports };
}

const nameOf = (name: { name: string } | { value: string }) => ("name" in name ? name.name : name.value);

/** @throws when a facade is still named, which would be a file that is missing */
function withoutFacades(code: string, facades: ReadonlyMap<string, Facade>): string {
  const edits: { start: number; end: number; text: string }[] = [];
  // The source is a text in quotation marks of any kind.
  new Visitor({
    ImportExpression({ start, end, source }) {
      const facade = facades.get(basename(code.slice(source.start + 1, source.end - 1)));
      if (facade) edits.push({ start, end, text: importOf(facade) });
    },
  }).visit(parseAst(code));
  for (const { start, end, text } of edits.toReversed()) code = code.slice(0, start) + text + code.slice(end);
  for (const [file, { files }] of facades) {
    // In Vite's list of files to preload. A file that is in it twice is loaded once.
    code = code.replaceAll(`"assets/${file}"`, `"assets/${files[0]}"`);
    if (code.includes(file)) throw new Error(`${file} is removed, but still named`);
  }
  return code;
}

/** An import of the code itself, which answers what the facade's would. */
function importOf({ files, exports }: Facade): string {
  const needed = files.filter((file) => [...exports.values()].some((origin) => origin.file === file));
  const sources = needed.length > 0 ? needed : files;
  const names = [...exports].map(
    ([name, origin]) => `${JSON.stringify(name)}:m[${sources.indexOf(origin.file)}].${origin.name}`,
  );
  const loads = sources.map((file) => `import("./${file}")`);
  return `Promise.all([${loads.join()}]).then(m=>({${names.join()}}))`;
}
