import * as z from "zod";

/** The parameter of every file. */
export const csvBom = z
  .literal("1", { error: 'must be "1", or left out' })
  .optional()
  .describe('"1" for a byte order mark at the beginning, with which Excel reads UTF-8');

/** The answer with a file. */
export const csvFile = {
  200: {
    description: "A file; Link names the rest where one answer cannot hold it",
    headers: z.object({
      link: z.string().optional().describe('The address of the next page, with rel="next"'),
      "content-disposition": z.string(),
    }),
    content: { "text/csv": { schema: z.string() } },
  },
} as const;

export const aboutCsv =
  "RFC 4180, in UTF-8, with a header line. An empty cell is not known; none is known to be none, such as no " +
  "memory limit. A text that a spreadsheet could take as a formula begins with an apostrophe. The list in JSON " +
  "changes no text. Later pages have no header line, so all pages together are one file.";
