import fc from "fast-check";

/** The part of JSON Schema that the published document uses. */
export interface JsonSchema {
  type?: string | string[];
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

const longestList = 4;

/** Values that fit the schema, kept small. */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valid({ ...schema, type })));
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valid(part)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    case "array": {
      const { items = {}, minItems = 0, maxItems = longestList } = schema;
      return fc.array(valid(items), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + longestList),
      });
    }
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return text(schema);
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === "date-time")
    return fc
      .date({ min: new Date("2026-01-01"), max: new Date("2026-03-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (format === "uri") return fc.webUrl();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 60) });
}

/** Any JSON value, and typical values of attackers. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    "",
    "__proto__",
    "../../etc/passwd",
    "'; DROP TABLE accounts; --",
    "<script>alert(1)</script>",
    "\u0000",
    "\ud800",
    "\u202eturned around",
    "two\nlines\u001b[31m",
    "\u200b\u3164\u2800",
    " https://blank.example\n",
    "0000-01-01T00:00:00Z",
    "18446744073709551616",
    "0x10",
    "1e3",
    "💥".repeat(50),
    "9".repeat(400),
    -1,
    1e308,
    0.1,
    { constructor: { prototype: { polluted: true } } },
  ),
);

/** Values that fit the schema except in one place, which has any value. */
export function spoiled(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.tuple(valid(schema), anything, fc.infiniteStream(fc.nat(6))).map(([value, other, choices]) => {
    const copy: unknown = structuredClone(value);
    let place = copy;
    while (typeof place === "object" && place !== null) {
      const names = Object.keys(place);
      const name = names[(choices.next().value as number) % Math.max(names.length, 1)];
      if (name === undefined) return other;
      const inside = (place as Record<string, unknown>)[name];
      const goDeeper = typeof inside === "object" && inside !== null && (choices.next().value as number) > 1;
      if (!goDeeper) {
        (place as Record<string, unknown>)[name] = other;
        return copy;
      }
      place = inside;
    }
    return other;
  });
}
