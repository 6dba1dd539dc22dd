import { digest } from "../../kit/hash.ts";

/*
 * The fingerprint of a page of deployments, as its pulse stores it. Its text changes with every change of what the
 * deployments of the pulse look like. Rows that are derived from them notice a change by this text alone. A heartbeat
 * succeeds only if the text matches. So each text with a word before it leads to a full comparison at the next report.
 */

const short = (parts: readonly string[]): string => digest(parts.join()).slice(0, 16);

/** The fingerprint of a page, from the fingerprints of each of its deployments. */
export const fingerprintOfPage = (fingerprints: readonly string[]): string => short(fingerprints);

/**
 * Of a page with deployments that other sources own, and that this one may take over. It never matches.
 * @param owned ids of those that the source owns
 */
export const sharedFingerprint = (page: string, owned: readonly string[]): string =>
  `shared ${short([page, ...owned])}`;

/**
 * Of a page whose other deployments are all refused. Those need no comparison at every report.
 * @param refused ids of those that the source may not take over
 */
export const refusedFingerprint = (page: string, refused: readonly string[]): string =>
  `refused ${short([page, ...refused])}`;

/** Of a pulse that must be compared at the next report. It differs each time, so that a running comparison fails. */
export const fingerprintOfChange = (bytes: Uint8Array): string =>
  `${again}${Buffer.from(bytes).toString("base64url")}`;

export const isFingerprintOfChange = (text: string): boolean => text.startsWith(again);

const again = "again ";

/** Of a part of a pulse that has moved to another organization. */
export const movedFingerprint = (page: string, receivedAt: number): string =>
  `moved ${short([page, String(receivedAt)])}`;

/** What 0.2.0 stores for a shared page and for a moved part, and for a page with refused deployments. */
export const previousReleaseTexts = (page: string): string[] => ["", `refused ${page}`];
