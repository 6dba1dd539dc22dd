/** Whether a Content-Type says JSON: only that, in UTF-8. JSON of another kind, like a patch, means something else. */
export function isJson(contentType: string | null | undefined): boolean {
  return /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?$/i.test(contentType ?? "");
}

/** The details of the answer to any other content type. */
export const notJson = { details: ["Content-Type: must be application/json, in UTF-8"] };
