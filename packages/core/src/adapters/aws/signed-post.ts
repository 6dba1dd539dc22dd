import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import type { AwsCredentials } from "./credentials.ts";
import { readText } from "../http/bounded-fetch.ts";

export interface SignedRequest {
  service: string;
  region: string;
  credentials: AwsCredentials;
  contentType: string;
  body: string;
  /** For the whole exchange, in milliseconds. */
  deadline: number;
  /** Longest body that is read, in bytes. */
  byteLimit: number;
}

/** SHA-256 with the interface of the signer. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash("sha256")
        : createHmac("sha256", secret as string | NodeJS.ArrayBufferView);
  }

  update(data: Uint8Array | string): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
}

/**
 * A POST to a service of AWS, signed with the SDK's own signer. It is for services of which we use one call:
 * their clients would be most of a bundle. It does not follow redirects. Throws as fetch does, and NoAnswer.
 */
export async function signedPost(
  url: URL,
  { service, region, credentials, contentType, body, deadline, byteLimit }: SignedRequest,
): Promise<{ status: number; ok: boolean; headers: Headers; text: string }> {
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
  const { headers } = await signer.sign({
    method: "POST",
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port && { port: Number(url.port) }),
    path: url.pathname,
    headers: { host: url.host, "content-type": contentType },
    body,
  });
  const { host: _, ...sent } = headers;
  const response = await fetch(url, {
    method: "POST",
    headers: sent,
    body,
    redirect: "error",
    signal: AbortSignal.timeout(deadline),
  });
  const { status, ok, headers: answered } = response;
  return { status, ok, headers: answered, text: await readText(response, byteLimit) };
}
