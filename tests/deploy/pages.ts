/** What an operator takes from a page: its tables, its code blocks and their commands. */

interface Table {
  head: string[];
  rows: string[][];
}

/** The cells of a line of a table. GitHub also splits at a bar inside of backticks, unless a backslash is before it. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

export function tablesOf(text: string): Table[] {
  const tables: Table[] = [];
  const lines = text.replaceAll(/^```[\s\S]*?^```$/gm, (code) => code.replaceAll(/[^\n]/g, "")).split("\n");
  for (const [index, line] of lines.entries()) {
    if (!/^\|[\s:|-]+\|$/.test(line.trim()) || !line.includes("-")) continue;
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((one) => !one.trim().startsWith("|"));
    const rows = rest.slice(0, end === -1 ? undefined : end).map(cellsOf);
    tables.push({ head: cellsOf(lines[index - 1] ?? ""), rows });
  }
  return tables;
}

/** The rows that are not whole: they have more or fewer cells than the head, or only empty ones. */
export const brokenRows = (text: string): string[] =>
  tablesOf(text).flatMap(({ head, rows }) =>
    rows
      .filter((cells) => cells.length !== head.length || cells.every((cell) => cell === ""))
      .map((cells) => `| ${cells.join(" | ")} |`),
  );

/** The code blocks of a language. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , content = ""]) => content);

/** The commands of a page's shell blocks, each on one line, without comments and variables before them. */
export const commandsOf = (text: string): string[] =>
  blocksOf(text, "sh").flatMap((block) =>
    block
      .replaceAll(/\\\n\s*/g, " ")
      .split("\n")
      .flatMap((line) => line.replace(/(^|\s+)# .*$/, "").split(" && "))
      .map((line) => line.replace(/^(?:[A-Z_]+=(?:"[^"]*"|\S*)\s+)+/, "").trim())
      .filter((line) => line !== "" && !/^\w+=/.test(line)),
  );

/** The commands of ours that a page names within its sentences and tables. */
export const namedCommands = (text: string): string[] =>
  [...text.matchAll(/`((?:npm|npx|node|shardwatch-server|shardwatch-agent|[\w./]*\/node) [^`]+)`/g)].map(
    ([, command = ""]) => command,
  );
