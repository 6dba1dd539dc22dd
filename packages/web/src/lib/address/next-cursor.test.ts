import { expect, test } from "vitest";
import { nextCursor } from "./next-cursor.ts";

test("LSX08 the cursor of the next part of a file is in its Link header, with its escaped characters", () => {
  expect(nextCursor('</databases.csv?sort=name&cursor=a%2Bb%3D&order=asc>; rel="next"')).toBe("a+b=");
  expect(nextCursor(null)).toBeUndefined();
  for (const unreadable of [
    '</databases.csv?sort=name>; rel="next"',
    '</databases.csv?cursor=abc>; rel="prev"',
    "",
  ])
    expect(() => nextCursor(unreadable), unreadable).toThrow("no next part");
});
