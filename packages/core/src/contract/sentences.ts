import type * as z from "zod";

/** Where in the input something is wrong, as a person would write it: `deployments[0].databases[2].id`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${String(part)}`))
    .join("");
}

/**
 * A validation error as sentences that start with the field's name; at most ten, because a report with
 * thousands of faults needs no more to be mended. `whole` names the input where the fault is in no field,
 * `within` the field that the input stands in.
 */
export function sentences(error: z.ZodError, whole = "body", within = ""): string[] {
  return error.issues.slice(0, 10).map(({ path, message }) => {
    const inner = pathText(path);
    const place = within && inner ? `${within}.${inner}` : within || inner;
    return `${place || whole}: ${message}`;
  });
}
