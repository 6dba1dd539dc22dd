export const shipped: readonly { workspace: string; also: readonly string[] }[];
export function lockedIn(text: string): Record<string, object>;
export function shippedPackages(
  locked: Record<string, object>,
  part: { workspace: string; also: readonly string[] },
): string[];
export function nameOf(path: string): string;
