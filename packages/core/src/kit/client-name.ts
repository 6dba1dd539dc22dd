/** By the mark in a User-Agent header. The order counts: Edge and Opera have the mark of Chrome, all that of Safari. */
const browsers: readonly (readonly [mark: string, name: string])[] = [
  ["Edg", "Edge"],
  ["EdgA", "Edge"],
  ["EdgiOS", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["FxiOS", "Firefox"],
  ["Firefox", "Firefox"],
  ["CriOS", "Chrome"],
  ["HeadlessChrome", "Chrome"],
  ["Chrome", "Chrome"],
  ["Version", "Safari"],
];

/** iPhones name macOS, and Android names Linux. */
const systems: readonly (readonly [mark: string, name: string])[] = [
  ["iPhone", "iOS"],
  ["iPad", "iPadOS"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/** No browser's header is longer. Matching a text of any length takes time that grows with its square. */
const longest = 500;

/**
 * A browser's User-Agent header in short: "Chrome 142 on Linux". The header of any other program is returned as it
 * is, because programs name themselves in a few words.
 */
export function clientName(userAgent: string): string {
  if (!userAgent.startsWith("Mozilla/") || userAgent.length > longest) return userAgent;
  const versions = new Map(
    [...userAgent.matchAll(/(\w+)\/(\d+)/g)].map(([, mark = "", version = ""]) => [mark, version]),
  );
  const browser = browsers.find(([mark]) => versions.has(mark));
  const system = systems.find(([mark]) => userAgent.includes(mark));
  if (!browser || !system) return userAgent;
  const [mark, name] = browser;
  return `${name} ${versions.get(mark)} on ${system[1]}`;
}
