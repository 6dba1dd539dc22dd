import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths.mjs";

/**
 * @typedef {{ version?: string, license?: string, link?: boolean, dependencies?: Record<string, string> }} LockEntry
 * @typedef {{ file: string, what: string, workspace: string, also: readonly string[], before: string }} Shipped
 */

const bun = `The executables contain the runtime of Bun (https://bun.com), which is MIT-licensed. Bun links JavaScriptCore and
other parts of WebKit statically, which are licensed under the LGPL-2. Their source, and how to link Bun with a
changed version of it, is described at https://bun.com/docs/project/license, together with the licences of
the other libraries in Bun. The file shardwatch-agent.mjs contains none of them: run it with Node.js instead.

`;

const dynoxide = `The image of the server contains the program of Dynoxide (https://github.com/nubo-db/dynoxide), by Martin Hicks, which is
licensed under MIT or Apache-2.0. It also contains Node.js and libraries of Debian, whose licenses are in the
folder /usr/share/doc of the image.

`;

/**
 * What leaves this repository for other people's machines, and where its notices are. `also` names packages that
 * are bundled without being dependencies of the workspace. The packages come from the lock file: what the bundler says
 * would need a build in each test run. So a package that it drops completely is listed as well.
 * @type {readonly Shipped[]}
 */
export const shipped = [
  {
    file: "packages/agent/THIRD-PARTY-NOTICES.txt",
    what: "The Shardwatch agent",
    workspace: "packages/agent",
    also: [],
    before: bun,
  },
  {
    file: "packages/server/THIRD-PARTY-NOTICES.txt",
    what: "The Shardwatch server",
    workspace: "packages/server",
    also: [
      "@aws-sdk/client-cloudwatch",
      "@aws-sdk/client-elasticache",
      "@aws-sdk/client-sts",
      "@aws-sdk/util-dynamodb",
      "@hono/zod-openapi",
      "@simplewebauthn/server",
      "@smithy/signature-v4",
      "openid-client",
    ],
    before: dynoxide,
  },
  {
    file: "packages/web/public/third-party-notices.txt",
    what: "The Shardwatch web application",
    workspace: "packages/web",
    also: ["tailwindcss", "zod"],
    before: "",
  },
];

/**
 * Where Node finds a package: in the nearest node_modules.
 * @param {Record<string, LockEntry>} locked
 * @param {string} from a path in the lock file
 * @param {string} name
 * @returns {string | undefined} its path in the lock file
 */
function resolve(locked, from, name) {
  for (let folder = from; ;) {
    const path = join(folder, "node_modules", name);
    if (locked[path]) return path;
    if (folder === "") return undefined;
    // "packages/web/node_modules/a" -> "packages/web" -> "".
    const at = folder.lastIndexOf("node_modules/");
    folder = at === -1 ? "" : folder.slice(0, Math.max(0, at - 1));
  }
}

/**
 * The paths in the lock file of all packages that a workspace ships, sorted by name.
 * @param {Record<string, LockEntry>} locked
 * @param {Pick<Shipped, "workspace" | "also">} part
 * @returns {string[]}
 */
export function shippedPackages(locked, { workspace, also }) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} from @param {readonly string[]} names */
  const add = (from, names) => {
    for (const name of names) {
      const path = resolve(locked, from, name);
      // An optional peer that is not installed is not shipped either.
      if (path === undefined || found.has(path) || locked[path]?.link) continue;
      found.add(path);
      add(path, Object.keys(locked[path]?.dependencies ?? {}));
    }
  };
  add(workspace, [...Object.keys(locked[workspace]?.dependencies ?? {}), ...also]);
  return [...found].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
}

/** @param {string} path @returns {string} the name of the package at a path of the lock file */
export const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Projects that leave the text out of some of their packages, and the package of theirs that has it. */
const siblings = Object.entries({
  "node_modules/@aws-sdk/": "node_modules/@aws-sdk/client-dynamodb",
  "node_modules/@hono/": "node_modules/hono",
});

/**
 * The text of a package's licence. Throws when the package has none.
 * @param {string} path
 * @returns {string}
 */
function licenceText(path) {
  const folder = join(root, path);
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file))
    : [];
  const [, sibling = path] = siblings.find(([prefix]) => path.startsWith(prefix)) ?? [];
  if (files.length === 0 && sibling !== path) return licenceText(sibling);
  if (files.length === 0)
    throw new Error(`${path} has no file LICENSE: add its text to scripts/lib/notices.mjs`);
  const texts = files.map((file) => readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  return texts.join("\n\n");
}

/** @param {string} text a JSON lock file @returns {Record<string, LockEntry>} */
export const lockedIn = (text) => JSON.parse(text).packages;

/**
 * The notices of one shipped part: each package with its version, its licence and the licence's text.
 * @param {Shipped} part
 * @returns {string}
 */
export function noticesOf(part) {
  const locked = lockedIn(readFileSync(join(root, "package-lock.json"), "utf8"));
  const sections = shippedPackages(locked, part).map((path) => {
    const { version, license } = locked[path] ?? {};
    return `${"-".repeat(80)}\n${nameOf(path)} ${version} (${license})\n\n${licenceText(path)}\n`;
  });
  const head = `${part.what} contains the following software of other authors, under their licences.\n\n`;
  return `${head}${part.before}${sections.join("\n")}`;
}
