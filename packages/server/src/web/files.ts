import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { StartFailure } from "../machine/failure.ts";

const mediaTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const compressible = /^text\/|json$|svg\+xml$/;

export type Encoding = "br" | "gzip";

export interface WebFile {
  type: string;
  content: Uint8Array<ArrayBuffer>;
  /** The content in that encoding, made at the first use; undefined when it is not worth it. */
  encoded(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> | undefined;
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const encoders: Record<Encoding, (content: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: (content) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (content) => deflate(content),
};

/**
 * All files of a built web application by their path in an address ("/assets/index-4f2a.js"). They are read
 * once, so that no address can ever reach a file beside them.
 * @throws StartFailure when it was not built
 */
export function readWebFiles(folder: string): Map<string, WebFile> {
  if (!existsSync(join(folder, "index.html")))
    throw new StartFailure(`The web application is not built: ${folder} has no index.html. Run npm start.`);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [`/${relative(folder, path).split(sep).join("/")}`, webFile(path)];
      }),
  );
}

function webFile(path: string): WebFile {
  const type = mediaTypes[extname(path)] ?? "application/octet-stream";
  const content = new Uint8Array(readFileSync(path));
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    type,
    content,
    encoded(encoding) {
      if (!compressible.test(type) || content.length < 1_000) return undefined;
      const found = made.get(encoding) ?? encoders[encoding](content);
      made.set(encoding, found);
      return found;
    },
  };
}
