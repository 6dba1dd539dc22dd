const lists = new Set(["addresses", "clusterNetworks", "clusterPorts", "nodes"]);
const flags = new Set([
  "clientList",
  "insecureHttp",
  "insecureSkipVerify",
  "tellAddress",
  "tellHostName",
  "tls",
]);

/**
 * The value that the file would have for the text of a variable: a list for "a,b", pairs for "a=b,c=d". A text
 * that is no truth stays one, so that the reader of the setting finds the fault.
 */
export function settingFrom(setting: string, text: string): unknown {
  if (flags.has(setting)) return text === "true" || (text === "false" ? false : text);
  if (lists.has(setting)) return partsOf(text);
  if (setting !== "addressMap") return text;
  return Object.fromEntries(
    partsOf(text).map((pair) => {
      const [, announced = "", reached = ""] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      return [announced.trim(), reached.trim()];
    }),
  );
}

const partsOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
