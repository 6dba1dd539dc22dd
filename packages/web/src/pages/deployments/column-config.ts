/** The columns that can be shown or not, with what counts until somebody chooses. The name always stands there. */
export const optionalColumns = [
  { id: "type", label: "Type", usual: true },
  { id: "source", label: "Source", usual: true },
  { id: "databaseCount", label: "Databases", usual: true },
  { id: "status", label: "Status", usual: true },
  { id: "licenseUtilization", label: "Utilized/License Shards", usual: true },
  { id: "lastUpdated", label: "Last Updated", usual: false },
  { id: "licenseExpiration", label: "License Expiration", usual: false },
] as const;

/** Which of them are shown, by id. */
export type ColumnConfig = Readonly<Record<string, boolean>>;

/** What is stored, as far as it makes sense: whatever is no yes or no counts as not chosen. */
export function readColumnConfig(stored: unknown): ColumnConfig {
  const known = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  return Object.fromEntries(
    optionalColumns.map(({ id, usual }) => {
      const value = known[id];
      return [id, typeof value === "boolean" ? value : usual];
    }),
  );
}

export const usualColumns = readColumnConfig(null);

/** Whether a column stands in the table: what cannot be chosen always does. */
export const isShown = (config: ColumnConfig, id: string) => config[id] ?? true;
