/**
 * The query in the address, for a change of a part of it. The page may not be drawn yet with the change before this one,
 * which is in the address already.
 */
export const currentQuery = (): URLSearchParams => new URLSearchParams(window.location.search);
