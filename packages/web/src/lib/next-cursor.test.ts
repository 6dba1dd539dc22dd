import { expect, test } from "vitest";
import { nextCursor } from "./next-cursor.ts";

test("LSX08 the cursor of the next part of a file is in its Link header, with its escaped characters", () => {
  expect(nextCursor('</databases.csv?sort=name&cursor=a%2Bb%3D&order=asc>; rel="next"')).toBe("a+b=");
  expect(nextCursor('</databases.csv?sort=name>; rel="next"')).toBeUndefined();
  expect(nextCursor('</databases.csv?cursor=abc>; rel="prev"')).toBeUndefined();
  expect(nextCursor(null)).toBeUndefined();
});
