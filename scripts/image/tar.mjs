/**
 * What an image has at a path. Paths are relative to the root, without a slash at either end. A folder has neither
 * content nor link.
 * @typedef {{ path: string, mode: number, owner?: number, content?: Buffer, link?: string }} Entry
 */

const block = 512;
const longestName = 100;
const longestPrefix = 155;

/**
 * An archive in the format ustar. The same entries give the same bytes in any order: it is sorted, and has no times
 * and no names of users.
 * @param {readonly Entry[]} entries
 * @returns {Buffer}
 * @throws Error for two entries with one path, and for a path that the format can't hold
 */
export function tarOf(entries) {
  const sorted = withFolders(entries).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const twice = sorted.find(({ path }, index) => sorted[index + 1]?.path === path);
  if (twice) throw new Error(`${twice.path} is in the image twice`);
  const parts = sorted.flatMap((entry) => [header(entry), ...padded(entry.content)]);
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

/**
 * The entries, and the folders above them that nobody has described.
 * @param {readonly Entry[]} entries
 * @returns {Entry[]}
 */
function withFolders(entries) {
  const known = new Set(entries.map(({ path }) => path));
  /** @type {Entry[]} */
  const added = [];
  for (const { path } of entries)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (known.has(folder)) continue;
      known.add(folder);
      added.push({ path: folder, mode: 0o755 });
    }
  return [...entries, ...added];
}

/** @param {Entry} entry */
const typeOf = ({ content, link }) => (link !== undefined ? "2" : content ? "0" : "5");

/**
 * The header of one entry, by POSIX.1-1988 (ustar).
 * @param {Entry} entry
 * @returns {Buffer}
 */
function header(entry) {
  const bytes = Buffer.alloc(block);
  const [name, prefix] = split(typeOf(entry) === "5" ? `${entry.path}/` : entry.path);
  const link = entry.link ?? "";
  if (Buffer.byteLength(link) > longestName) throw new Error(`the link ${entry.path} is too long`);
  /** @param {number} value @param {number} digits */
  const octal = (value, digits) => `${value.toString(8).padStart(digits, "0")}\0`;
  /** @type {readonly [string, number][]} */
  const fields = [
    [name, 0],
    [octal(entry.mode, 7), 100],
    [octal(entry.owner ?? 0, 7), 108],
    [octal(entry.owner ?? 0, 7), 116],
    [octal(entry.content?.length ?? 0, 11), 124],
    [octal(0, 11), 136],
    [" ".repeat(8), 148],
    [typeOf(entry), 156],
    [link, 157],
    ["ustar\x0000", 257],
    [prefix, 345],
  ];
  for (const [text, at] of fields) bytes.write(text, at);
  // The sum of all bytes, with blanks in its own place.
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return bytes;
}

/**
 * @param {string} path
 * @returns {[name: string, prefix: string]}
 */
function split(path) {
  if (Buffer.byteLength(path) <= longestName) return [path, ""];
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (name !== "" && Buffer.byteLength(name) <= longestName && Buffer.byteLength(prefix) <= longestPrefix)
      return [name, prefix];
  }
  throw new Error(`the path ${path} is too long`);
}

/**
 * @param {Buffer} [content]
 * @returns {Buffer[]} the content, filled up to whole blocks
 */
function padded(content) {
  if (!content) return [];
  const rest = content.length % block;
  return rest === 0 ? [content] : [content, Buffer.alloc(block - rest)];
}
