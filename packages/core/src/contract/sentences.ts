import type * as z from "zod";

/** The path of a fault in the input, in the common notation: `deployments[0].databases[2].id`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${String(part)}`))
    .join("");
}

/**
 * A validation error as sentences that start with the field's name. At most ten: nobody needs more to fix a
 * report with thousands of faults.
 * @param whole the name of the input, for faults that belong to no field
 * @param within the field that contains the input
 */
export function sentences(error: Pick<z.ZodError, "issues">, whole = "body", within = ""): string[] {
  return error.issues.slice(0, 10).map(({ path, message }) => {
    const inner = pathText(path);
    const place = within && inner ? `${within}.${inner}` : within || inner;
    return `${place || whole}: ${message}`;
  });
}
