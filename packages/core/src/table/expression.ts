import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";

/** A condition on one row, or a change of it. Small pieces are joined with AND. */
export type Condition =
  | { exists: boolean }
  | { attribute: string; is: "=" | "<" | "<=" | ">" | "<>"; value: unknown }
  | { attribute: string; among: readonly unknown[] }
  | { attribute: string; absentOr: "<"; value: unknown }
  | { attribute: string; absent: true }
  | { attribute: string; contains: string };

export interface Change {
  set?: Record<string, unknown> | undefined;
  remove?: readonly string[] | undefined;
  /** Numbers to add to attributes; an absent one counts as 0. */
  add?: Record<string, number> | undefined;
}

export interface Expression {
  ConditionExpression?: string;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, AttributeValue>;
}

/** Turns conditions and changes into DynamoDB's expression texts, with placeholders for names and values. */
export function expression(conditions: readonly Condition[], change?: Change): Expression {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const name = (attribute: string): string => {
    names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  };
  const value = (content: unknown): string => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = content;
    return placeholder;
  };
  const condition = conditions.map((piece) => {
    if ("exists" in piece)
      return `${piece.exists ? "attribute_exists" : "attribute_not_exists"}(${name("pk")})`;
    const attribute = name(piece.attribute);
    if ("absent" in piece) return `attribute_not_exists(${attribute})`;
    if ("contains" in piece) return `contains(${attribute}, ${value(piece.contains)})`;
    if ("among" in piece) return `${attribute} IN (${piece.among.map(value).join(", ")})`;
    if ("absentOr" in piece)
      return `(attribute_not_exists(${attribute}) OR ${attribute} < ${value(piece.value)})`;
    return `${attribute} ${piece.is} ${value(piece.value)}`;
  });
  const set = Object.entries(change?.set ?? {})
    .filter(([, content]) => content !== undefined)
    .map(([attribute, content]) => `${name(attribute)} = ${value(content)}`);
  const remove = (change?.remove ?? []).map(name);
  const add = Object.entries(change?.add ?? {}).map(
    ([attribute, number]) => `${name(attribute)} ${value(number)}`,
  );
  const update = [
    ...(set.length > 0 ? [`SET ${set.join(", ")}`] : []),
    ...(remove.length > 0 ? [`REMOVE ${remove.join(", ")}`] : []),
    ...(add.length > 0 ? [`ADD ${add.join(", ")}`] : []),
  ].join(" ");
  return {
    ...(condition.length > 0 && { ConditionExpression: condition.join(" AND ") }),
    ...(update && { UpdateExpression: update }),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: marshall(values) }),
  };
}
