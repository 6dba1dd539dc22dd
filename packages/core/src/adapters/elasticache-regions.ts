import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import type { AwsAnswer } from "../ports/elasticache.ts";
import { readText } from "./bounded-fetch.ts";
import { failureOf, longestAnswer, type Session } from "./elasticache-session.ts";

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
 * ec2:DescribeRegions without EC2's client. It is our only call to EC2, and that client is larger than all
 * others together. https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRegions.html
 */
export async function listRegions(session: Session, region: string): Promise<AwsAnswer<string[]>> {
  const url = new URL(session.endpoint ?? `https://ec2.${region}.amazonaws.com`);
  const body = "Action=DescribeRegions&Version=2016-11-15";
  const signer = new SignatureV4({
    service: "ec2",
    region,
    credentials: session.credentials,
    sha256: Sha256,
  });
  try {
    const { headers } = await signer.sign({
      method: "POST",
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port && { port: Number(url.port) }),
      path: "/",
      headers: { host: url.host, "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body,
    });
    const { host: _, ...sent } = headers;
    const response = await fetch(url, {
      method: "POST",
      headers: sent,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(session.deadline),
    });
    const text = await readText(response, longestAnswer);
    if (!response.ok)
      return failureOf({ name: /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `${response.status}` });
    const names = [...text.matchAll(/<regionName>([a-z]{2}(?:-[a-z]+)+-\d)<\/regionName>/g)];
    if (names.length === 0) return { outcome: "unavailable", reason: "AWS named no regions" };
    return { outcome: "ok", value: names.map(([, name = ""]) => name) };
  } catch (error) {
    return failureOf(error);
  }
}
