/**
 * The id of the database in the path of its page. Undefined when it is not readable. The router's own parameter is no
 * help: it takes "%2F" within an id for "/".
 */
export function databaseIdIn(pathname: string): string | undefined {
  const [, , , , coded = ""] = pathname.split("/");
  try {
    return decodeURIComponent(coded);
  } catch {
    return undefined;
  }
}
