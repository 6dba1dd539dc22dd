import { expect, test } from "vitest";
import { sparkDrawing, sparkWords } from "./spark-text.ts";

const sparkLine = (text: string) => sparkDrawing(text).d;
const unknown = (hours: number) => "-".repeat(hours);

test("HIS13 a sparkline is a path of whole numbers as high as its place, with gaps where nothing was heard", () => {
  expect(sparkLine(`0Vz${unknown(3)}V${unknown(16)}z`)).toBe("M0 61L2 30L4 0M12 30h-1M46 0h-1");
  expect(sparkLine(`${unknown(21)}KVU`)).toBe("M42 61L44 0L46 6");
  expect(sparkLine(unknown(24))).toBe("");
  // The dot is at the newest value.
  expect(sparkDrawing(`0Vz${unknown(21)}`)).toEqual({ d: "M0 61L2 30L4 0", x: 4, y: 0 });
});

test("HIS13 less than ten points look small, and a steady line is in the middle", () => {
  expect(sparkLine(`${unknown(22)}AB`)).toBe("M44 36L46 25");
  expect(sparkLine(`~${"z".repeat(24)}`)).toMatch(/^M0 31(L\d+ 31){23}$/);
  expect(sparkLine("0".repeat(24))).toMatch(/^M0 31(L\d+ 31){23}$/);
});

test("HIS13 the words say how much it is up or down, and only as exactly as the line is", () => {
  expect(sparkWords(`0${"V".repeat(23)}`)).toBe("Up about 51 points in 24 hours");
  expect(sparkWords(`${unknown(20)}zzzx`)).toBe("Down about 3 points in 4 hours");
  expect(sparkWords(`${unknown(20)}zzzy`)).toBe("Steady in 4 hours");
  expect(sparkWords(`~${unknown(22)}Vz`)).toBe("Up about 97% in 2 hours");
  expect(sparkWords(`~${unknown(22)}0z`)).toBeUndefined();
  for (const text of [unknown(24), `${unknown(23)}z`]) expect(sparkWords(text)).toBeUndefined();
});
