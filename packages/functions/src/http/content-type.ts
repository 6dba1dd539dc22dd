/**
 * Whether a Content-Type is exactly JSON in UTF-8. A JSON format of another type, such as a patch, means
 * something else.
 */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType ?? "");
}

/** The details of the answer to every other content type. */
export const notJson = { details: ["Content-Type: must be application/json, in UTF-8"] };
