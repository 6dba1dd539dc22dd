import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { plainAddress } from "@shardwatch/core/kit/ip-networks";
import type { IsTrusted } from "../settings/trusted-proxies.ts";

type Asked = Pick<IncomingMessage, "headers"> & { socket: Pick<IncomingMessage["socket"], "remoteAddress"> };

/**
 * The address of the caller behind trusted proxies. Each proxy adds the address of whom it forwarded at the end of
 * X-Forwarded-For. So the list is read from its end, as long as a trusted proxy wrote the entry. What is left
 * of that is the caller's own text, and never counts.
 */
export function clientAddress({ headers, socket }: Asked, isTrusted: IsTrusted): string | undefined {
  if (socket.remoteAddress === undefined) return undefined;
  let client = plainAddress(socket.remoteAddress);
  const header = headers["x-forwarded-for"];
  const entries = (Array.isArray(header) ? header.join(",") : (header ?? "")).split(",");
  while (isTrusted(client)) {
    const forwarded = addressIn(entries.pop() ?? "");
    if (forwarded === undefined) break;
    client = forwarded;
  }
  return client;
}

/** The address of an entry, which may have a port; undefined for anything else. */
function addressIn(entry: string): string | undefined {
  const text = entry.trim();
  const [, inBrackets] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? [];
  const address = plainAddress(inBrackets ?? withPort ?? text);
  return isIP(address) > 0 ? address : undefined;
}
