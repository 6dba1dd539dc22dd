import { expect, test } from "vitest";
import { sparkArea, sparkLine, sparkWords } from "./spark-text.ts";

const unknown = (hours: number) => "-".repeat(hours);

test("HIS13 a sparkline is a path of whole numbers, with gaps where nothing was heard", () => {
  expect(sparkLine(`0Vz${unknown(3)}V${unknown(16)}z`)).toBe("M0 61L2 30L4 0M12 30h1M46 0h1");
  expect(sparkLine(`~${"z".repeat(24)}`)).toMatch(/^M0 0(L\d+ 0){23}$/);
  expect(sparkLine(unknown(24))).toBe("");
});

test("HIS13 behind text it is the area below that path, to the ground", () => {
  expect(sparkArea(`0Vz${unknown(3)}V${unknown(16)}z`)).toBe(
    "M0 61V61L2 30L4 0V61ZM12 61V30h1V61ZM46 61V0h1V61Z",
  );
  expect(sparkArea(unknown(24))).toBe("");
});

test("HIS13 the words say how much it is up or down, and only as exactly as the line is", () => {
  expect(sparkWords(`0${"V".repeat(23)}`)).toBe("Up about 51 points in 24 hours");
  expect(sparkWords(`${unknown(20)}zzzx`)).toBe("Down about 3 points in 4 hours");
  expect(sparkWords(`${unknown(20)}zzzy`)).toBe("Steady in 4 hours");
  expect(sparkWords(`~${unknown(22)}Vz`)).toBe("Up about 97 % in 2 hours");
  expect(sparkWords(`~${unknown(22)}0z`)).toBeUndefined();
  for (const text of [unknown(24), `${unknown(23)}z`]) expect(sparkWords(text)).toBeUndefined();
});
