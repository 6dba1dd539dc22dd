/** The address if it may become a link (http or https), else undefined. Addresses are untrusted input. */
export function externalUrl(text: string | null): URL | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}
