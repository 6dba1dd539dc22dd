/*
 * The form of a sealed text. 0.3.0 and before sealed without the kind of what is sealed, and left the text without a
 * mark. The release after 0.4.0 needs no mark any more, because it opens nothing that lacks one.
 */

/** Base64 has no colon, so no text of a former release begins with it. */
const mark = "2:";

/** The text to store for these bytes. */
export const sealedText = (bytes: Uint8Array): string => `${mark}${Buffer.from(bytes).toString("base64")}`;

/** Whether 0.3.0 or before has sealed a text. */
export const isFormer = (sealed: string): boolean => !sealed.startsWith(mark);

/** What was sealed, without the mark. */
export const sealedBytes = (sealed: string): Buffer =>
  Buffer.from(isFormer(sealed) ? sealed : sealed.slice(mark.length), "base64");
