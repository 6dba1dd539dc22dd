const names = new Set<string>();
const containers = new Set(["CLIENT", "CLUSTER", "COMMAND", "CONFIG", "LATENCY", "MEMORY"]);

/**
 * Takes note of a request to a monitored server by its name alone. Every request passes here on its way out, so
 * that what the report says about them is complete.
 */
export function noteAsked(name: string): void {
  names.add(name);
}

/** The name of a Redis command without its arguments, which can be a user name or a password. */
export function commandName([word = "", second = ""]: readonly string[]): string {
  return containers.has(word) ? `${word} ${second}` : word;
}

/** The names of all requests since the start, in alphabetical order. */
export function asked(): string[] {
  return [...names].toSorted();
}
