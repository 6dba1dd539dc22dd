import * as z from "zod";

/* What the tools of assistants have in common. Descriptions are short, because an assistant reads all of them at once. */

export type ObjectSchema = z.ZodObject;
export type Read<Schema extends ObjectSchema> = z.output<Schema>;

/** Null is not known. */
export type Cell = string | number | boolean | null;

/**
 * Rows with their columns named once: half the length of a list of objects. The schema does not say what a cell is, because
 * it is in nearly every definition.
 */
export const table = z
  .strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) })
  .meta({ id: "table" });
export interface Table {
  columns: string[];
  rows: Cell[][];
}

/** The longest answer in tokens. A token is taken for four characters. */
export const longestAnswer = 4_000;
export const charactersOfToken = 4;
/** The most rows of one answer. */
export const mostRows = 50;
/** The longest text of a customer in an answer, in characters. */
export const longestText = 100;

const longestFilter = 1_000;
const longestCursor = 200;
const longestTime = 40;

/** A time with its zone, in a year of four digits. */
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A moment in a question. The check is a function, because its pattern would be as long as a tool. */
export const moment = z
  .string()
  .max(longestTime)
  .refine(
    (text) => time.test(text) && !Number.isNaN(Date.parse(text)) && !text.startsWith("9999"),
    "must be a time such as 2026-11-22T08:00:00Z",
  )
  .optional();

export const filter = z
  .string()
  .max(longestFilter)
  .optional()
  .describe('Which ones: "util>90 tls:no". See filter_help');

export const paging = {
  limit: z.int().min(1).max(mostRows).default(20).describe("Rows"),
  cursor: z
    .string()
    .min(1)
    .max(longestCursor)
    .optional()
    .describe("From the answer before, with the same arguments"),
};

/** What every answer about now begins with. */
export const asOf = { as_of: z.string() };

/** Sentences about what is old or not known. */
export const notes = z.array(z.string()).optional();

/** How much of all there is an answer has. */
export const extent = {
  total: z.number(),
  truncated: z.boolean(),
  cursor: z.string().optional(),
};

/** The filter in words, as far as one was given. */
export const filterWords = z.array(z.string()).optional();

/** A JSON schema of 2020-12, which is what assistants take one for that does not name its version. */
function jsonSchemaOf(schema: ObjectSchema, io: "input" | "output"): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    // Of answers, it says what is there.
    override: ({ jsonSchema }) => {
      if (io === "output") delete jsonSchema.additionalProperties;
    },
  });
  return json;
}

export const inputSchemaOf = (schema: ObjectSchema): object => jsonSchemaOf(schema, "input");
export const outputSchemaOf = (schema: ObjectSchema): object => jsonSchemaOf(schema, "output");
