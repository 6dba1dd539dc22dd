/** Where assistants ask. */
export const assistantsAddress = (apiUrl: string): string => `${apiUrl}/mcp`;

const inFile = (entry: object): string =>
  `${JSON.stringify({ servers: { shardwatch: entry } }, undefined, 2)}\n`;

/** The part of an editor's mcp.json that asks with a token. The editor fills the variable in. */
export const editorJob = (apiUrl: string): string =>
  inFile({
    type: "http",
    url: assistantsAddress(apiUrl),
    headers: { Authorization: "Bearer ${env:SHARDWATCH_TOKEN}" },
  });

/** The same with the command line, as the person that it is signed in as. */
export const terminalJob = (): string => inFile({ type: "stdio", command: "shardwatch", args: ["mcp"] });

/** The two lines with which a person begins in a terminal. */
export const firstLines = (apiUrl: string): string => `shardwatch login ${apiUrl}\nshardwatch list\n`;

/** "find_deployments" as "Find deployments". A tool has its words in its name. */
export function toolText(name: string): string {
  const words = name.replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
