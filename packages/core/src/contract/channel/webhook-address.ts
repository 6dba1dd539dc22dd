import { unseenIn } from "../../kit/foreign-text.ts";
import type { Service } from "./services.ts";

/** What an installation adds to the rules for webhooks' addresses. */
export interface AddressRules {
  /** Domains of this installation, such as "shardwatch.example". They and all names below them are refused. */
  ownDomains: readonly string[];
  /**
   * Addresses that are allowed although they break the rules, such as "http://localhost:4006/receivers". The origin is
   * compared as a whole, and the begin of the path in whole segments. Who may add a channel can post to all that is
   * below.
   */
  letThrough: readonly string[];
  /** Where a service is instead of at its own address, such as a simulator on one machine. */
  standIns?: Partial<Record<Service, string>>;
}

/** An address that may be stored, in its canonical form; or why it may not. */
export type CheckedAddress =
  | { url: URL; isLetThrough: boolean; fault?: never }
  | { fault: string; url?: never };

/** The longest address, in characters. */
export const longestAddress = 2_000;

/** How many characters of an address people see, so that they know which one it is. */
const shownCharacters = 4;

const like = "like https://hooks.example.com/shardwatch";
/** `URL` removes blanks and spare slashes, and turns backslashes around. A reader does not expect that. */
const writtenOut = /^https?:\/\/[^\s\\/][^\s\\]*$/i;
/** `URL` drops an empty name before the "@", so the text is searched. */
const userInfo = /^[^/]*\/\/[^/?#]*@/;
/** Ports of HTTPS; `URL` leaves 443 out. */
const ports = ["", "8443"];
/** Names that only one machine or one network resolves (RFC 6761, RFC 6762, ICANN's resolution of 2024-07-29). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|arpa)$/;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const wrong = (fault: string) => ({ fault: `url: ${fault}` });

/** An address as it is written, before any rule about where it may lead; or why it is none. */
function readAddress(text: string): { url: URL; fault?: never } | { fault: string; url?: never } {
  if (text.trim() === "") return wrong("is required");
  if (text.length > longestAddress) return wrong(`must have at most ${longestAddress} characters`);
  if (!writtenOut.test(text) || unseenIn(text) !== undefined)
    return wrong(`must be an address ${like}, without blanks, backslashes and unseen characters`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return wrong(`must be an address ${like}`);
  if (userInfo.test(text))
    return wrong('must not contain a name or a password before an "@"; put a token into the path');
  return { url };
}

/**
 * Checks the address of a webhook by its text alone, when it is saved and again before each delivery. The
 * addresses behind its name are checked by the adapter that connects.
 * @returns the address without its fragment and without a dot after the name; or a fault such as "url: must …"
 */
export function checkWebhookAddress(text: string, rules: AddressRules): CheckedAddress {
  const read = readAddress(text);
  const { url } = read;
  if (!url) return read;
  url.hash = "";
  if (rules.letThrough.some((allowed) => isBelow(url, allowed))) return { url, isLetThrough: true };
  if (url.protocol !== "https:") return wrong(`must start with "https://", ${like}`);
  if (!ports.includes(url.port)) return wrong("must use port 443 or 8443");
  const host = url.hostname.replace(/\.$/, "");
  const fault = hostFault(host, rules);
  if (fault !== undefined) return wrong(fault);
  url.hostname = host;
  return { url, isLetThrough: false };
}

/** The host, and the last characters of a longer path: that is often a token, and of a short one they would be most. */
export function shownTarget({ host, pathname, search }: URL): string {
  const path = `${pathname}${search}`;
  const isLong = path.length >= 3 * shownCharacters;
  return isLong ? `${host}/…${path.slice(-shownCharacters)}` : host;
}

/**
 * The same of an address whose rules are checked later; undefined for what is not written as one. So nothing of a file
 * that was named by mistake is shown or sent.
 */
export function shownAddress(text: string): string | undefined {
  const { url } = readAddress(text);
  if (!url) return undefined;
  url.hostname = url.hostname.replace(/\.$/, "");
  return shownTarget(url);
}

/** Receivers differ in how they read an encoded slash, so below a path there is none. */
const encodedSlash = /%(?:2f|5c)/i;

function isBelow(url: URL, allowed: string): boolean {
  const { origin, pathname } = new URL(allowed);
  if (url.origin !== origin) return false;
  const path = pathname.replace(/\/+$/, "");
  if (path === "") return true;
  return `${url.pathname}/`.startsWith(`${path}/`) && !encodedSlash.test(url.pathname);
}

/** The fault of a host in the form that `URL` gives it, without a dot at its end. */
function hostFault(host: string, { ownDomains }: AddressRules): string | undefined {
  // However an IPv4 address is written, `URL` makes four decimal numbers of it.
  if (host.startsWith("[") || /(?:^|\.)\d+$/.test(host))
    return `must have a name, not an IP address, ${like}`;
  if (privateNames.test(host)) return `must have a name that the public internet knows, ${like}`;
  if (!host.includes(".")) return `must have a whole name with a dot, ${like}`;
  if (host.length > 253 || !host.split(".").every((part) => label.test(part)))
    return `must have a name of letters, digits, hyphens and dots, ${like}`;
  const isOurs = ownDomains.some((own) => host === own || host.endsWith(`.${own}`));
  return isOurs ? "must not be an address of Shardwatch itself" : undefined;
}
