/** A part of an address that is shorter is no token, and may be an ordinary word of the answer. */
const shortestToken = 12;

/**
 * The text without the path of an address, its longer parts and the longer values of its query. They can be tokens,
 * and many servers repeat the path in an error: "Cannot POST /services/…".
 */
export function withoutAddress(text: string, { pathname, search, searchParams }: URL): string {
  const path = `${pathname}${search}`;
  const parts = [path, pathname, ...pathname.split("/"), ...searchParams.values()];
  // As the address has it, as JSON of some servers has it, and as a person writes it.
  const spellings = parts.flatMap((part) => [part, part.replaceAll("/", "\\/"), decoded(part)]);
  return [...new Set(spellings)]
    .filter(({ length }) => length >= shortestToken)
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, part) => left.replaceAll(part, "…"), text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a lone "%" is allowed in an address
  }
}
