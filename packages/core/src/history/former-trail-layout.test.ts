import { expect, test } from "vitest";
import { slotColumnNames } from "../contract/report/slot-columns.ts";
import { sha256 } from "../kit/hash.ts";
import { derivedId } from "../kit/ids.ts";
import { decodeTrail, encodeTrail } from "./trail-payload.ts";

const idOf = (name: string) => derivedId("deployment", sha256(name));

const mixed = [
  {
    id: idOf("a"),
    status: "active",
    databases: { ids: ["0"], used: [1_000], limit: [2_000], ops: [12.5] },
  },
  {
    id: idOf("b"),
    status: "degraded",
    databases: {
      ids: ["1", "2", "3"],
      used: [5, 123_456_789, null],
      clients: [1, 2, 3],
      lagSeconds: [0, 7, null],
    },
  },
  { id: idOf("c"), status: "unreachable" },
];
const alike = Array.from({ length: 4 }, (_, index) => {
  const memory = [1, 2, 3].map((times) => times * 123_456_789);
  const databases = { ids: ["1", "2", "3"], used: memory, limit: memory, ops: [1, 2, 3] };
  return { id: idOf(String(index)), status: "active", databases };
});

test.each([
  [
    "01000355c3256faad0a33d0f8d399f800101000700e803d007e204775834c3422b2b5aa0a59cc4200600f0d160672a9a5e5206345f74000303034e07406b86b2d4735e0910ffff05005c47030001000200ffff00000700",
    mixed,
  ],
  [
    "010163895c6a7fb9f1d581f7afbf5b7b2c606466f66377c86edb74a5388e9da1d537c63dc61b42ea30a6309c60283c10589dcddc256f93bbf5280321c54bfe2eae3ac7fe59f4fd627efe06428a7f8be52ffc7166c3b1a533c58e4e20a41800",
    alike,
  ],
])("HIS01 R22 a trail of version 1 has what one of version 2 has (%#)", (former, slot) => {
  const decoded = decodeTrail(Buffer.from(former, "hex"));
  expect(decoded).toHaveLength(slot.length);
  const sorted = decoded?.toSorted((left, right) => (left.shortId < right.shortId ? -1 : 1));
  expect(sorted).toEqual(decodeTrail(encodeTrail(slot)));
});

test("HIS01 R22 the bytes of version 2 stay what they are", () => {
  const fields = [
    // Version, not deflated, three deployments, their short ids.
    "020003 55c3256faad0a33d 775834c3422b2b5a f0d160672a9a5e52",
    // For each its status and its number of databases, then for two of them widths of tags and columns.
    "01010603 01010003 010003 0107000910",
    "4e0740 6b86b2 d4735e",
    // Low and high bytes of used, limit, ops, clients and lagSeconds.
    "e8ff055c 03ff0047 d007 e204 030102 000000 ff0007 ff0000",
  ];
  expect(encodeTrail(mixed).toString("hex")).toBe(fields.join(" ").replaceAll(" ", ""));
});

test("HIS01 a trail of a former release, with nine columns, is still read", () => {
  const payload = "01000100443214c74254b635cf846530010100ff01891f0000e20403006400ffff000007000900";
  const [one] = decodeTrail(Buffer.from(payload, "hex")) ?? [];
  expect(one?.columns.get("ops")).toEqual([12.5]);
  expect(one?.columns.get("expiring")).toEqual([9]);
  expect([...(one?.columns.keys() ?? [])]).toEqual(slotColumnNames.slice(0, 9));
});
