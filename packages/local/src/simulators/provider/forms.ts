import { type Context } from "hono";

/** A field of a form that was sent, as text; empty when it is missing, or a file. */
export async function fieldOf(context: Context, name: string): Promise<string> {
  const value = (await context.req.parseBody())[name];
  return typeof value === "string" ? value : "";
}

/** Addresses of the pages that lead back, with where they lead back to. */
export function pathTo(path: string, redirectTo: string, more: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ ...more, redirectTo }).toString()}`;
}
