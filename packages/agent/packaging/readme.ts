/**
 * The README for a folder without the sources. A link to a file that is not there becomes its text.
 * @param files those that lie beside it
 */
export function readmeBeside(readme: string, files: readonly string[]): string {
  return readme.replaceAll(/\[([^\]]+)\]\(([^)#]*)(#[^)]*)?\)/g, (link: string, text: string, path: string) =>
    path === "" || /^https?:/.test(path) || files.includes(path) ? link : text,
  );
}
