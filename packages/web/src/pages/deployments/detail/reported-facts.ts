/**
 * Why a fact has no value.
 * @param value undefined when the stored row is older than the fact
 * @param gaps what the source could not read, and which right would help
 */
export function whyUnknown(value: null | undefined, gaps: readonly string[]): string {
  if (value === undefined) return "Not reported yet";
  return gaps.length > 0 ? `Couldn't be read. ${gaps.join(" ")}` : "The source doesn't know it";
}

const persistences: Readonly<Record<string, string>> = {
  aof: "Append-only file",
  snapshot: "Snapshots",
  none: "None",
  disabled: "None",
};

/** The persistence of a database in words; a source's own words are shown as they are. */
export const describePersistence = (persistence: string): string => persistences[persistence] ?? persistence;
