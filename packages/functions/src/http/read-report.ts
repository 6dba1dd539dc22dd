import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { parseReport, type Report, reportByteLimit } from "@shardwatch/core/contract/report/report";
import { Problem } from "@shardwatch/core/kit/problem";
import { isJson, notJson } from "./only-json.ts";

const unzip = promisify(gunzip);

/**
 * The part of a request that is read. A Request has it, and so does a plain object that does not load Node's
 * fetch.
 */
export interface Readable {
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | null;
}

/**
 * Reads an agent's report from a request: JSON, plain or gzip, never more than 1 MB in memory. Throws
 * tooLarge, unsupported, or invalid with sentences that name the fields.
 */
export async function readReport(request: Readable): Promise<Report> {
  if (!isJson(request.headers.get("content-type")))
    throw new Problem("unsupported", "A report must be JSON.", notJson);
  const encoding = (request.headers.get("content-encoding") ?? "identity").toLowerCase();
  if (encoding !== "gzip" && encoding !== "identity")
    throw new Problem("unsupported", "A report must be plain or compressed with gzip.", {
      details: ["Content-Encoding: must be gzip or left out"],
    });
  const bytes = await readBytes(request);
  const text = encoding === "gzip" ? await decompress(bytes) : bytes;
  const parsed = parseReport(parseJson(text));
  if ("faults" in parsed)
    throw new Problem("invalid", "The report is not valid.", { details: parsed.faults });
  return parsed.report;
}

async function readBytes(request: Readable): Promise<Buffer> {
  if (Number(request.headers.get("content-length") ?? 0) > reportByteLimit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > reportByteLimit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem("invalid", "The report was cut off.", {
      details: ["body: must be complete"],
      cause: error,
    });
  }
  return Buffer.concat(chunks);
}

async function decompress(bytes: Buffer): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: reportByteLimit });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new Problem("invalid", "The report could not be decompressed.", {
      details: ["body: must be gzip, as Content-Encoding says"],
    });
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Problem("invalid", "The report is not JSON.", { details: ["body: must be JSON"] });
  }
}

function tooLarge(): Problem {
  return new Problem("tooLarge", "The report is too large.", {
    details: [`body: must be at most ${reportByteLimit} bytes, also after decompression; split the report`],
  });
}
