const root = "packages/web/src/";

/** The floors of the web application, from below. A file imports from its own floor and those below. */
const floors = [
  "lib",
  "ui",
  "provider",
  "api",
  "sources",
  "session",
  "filter",
  "incidents",
  "layout",
  "changes",
  "pages",
];
/** Files beside the folders compose the application and may import all of it. */
const top = floors.length;

interface WebFolder {
  /** Undefined for a folder that has no floor yet. */
  floor: number | undefined;
  /** The folder; for a page, its area: "pages/deployments". */
  folder: string;
}

/** The place of a file of the web application; undefined for tests and for other files. */
export function webFolderOf(path: string): WebFolder | undefined {
  if (!path.startsWith(root) || /\.test\.tsx?$/.test(path)) return undefined;
  const folders = path.slice(root.length).split("/").slice(0, -1);
  const [folder, area] = folders;
  if (folder === undefined) return { floor: top, folder: "." };
  const floor = floors.indexOf(folder);
  return {
    floor: floor === -1 ? undefined : floor,
    folder: folder === "pages" && area !== undefined ? `pages/${area}` : folder,
  };
}

/** Why one file of the web application may not import another; undefined when it may. */
export function forbiddenInWeb(from: string, to: string): string | undefined {
  const [importer, imported] = [webFolderOf(from), webFolderOf(to)];
  if (!importer || !imported) return undefined;
  for (const { floor, folder } of [importer, imported])
    if (floor === undefined) return `${folder} has no floor: give it one in web-floors.ts`;
  if ((imported.floor ?? 0) > (importer.floor ?? 0)) return `${imported.folder} is above ${importer.folder}`;
  const areas = importer.folder.startsWith("pages/") && imported.folder.startsWith("pages/");
  if (areas && importer.folder !== imported.folder) return "pages share what is below, not one another";
  return undefined;
}

/** Code that only some files of the web application may contain, with those files. */
export const reserved: readonly { text: RegExp; only: readonly string[]; instead: string }[] = [
  { text: /<form\b/, only: ["ui/form/Form.tsx"], instead: "ui/form/Form.tsx and useForm" },
  { text: /type="submit"/, only: ["ui/form/Form.tsx"], instead: "ui/form/Form.tsx" },
  { text: /from "@base-ui\/react\/menu"/, only: ["ui/popup/Menu.tsx"], instead: "ui/popup/Menu.tsx" },
];

/** The code in a file of the web application that it may not contain. */
export function reservedIn(path: string, text: string): string[] {
  if (!webFolderOf(path)) return [];
  return reserved.flatMap(({ text: pattern, only, instead }) =>
    pattern.test(text) && !only.includes(path.slice(root.length)) ? [`${path}: use ${instead}`] : [],
  );
}
