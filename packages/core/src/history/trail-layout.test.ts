import { expect, test } from "vitest";
import { slotColumnNames } from "../contract/report/slot-columns.ts";
import { sha256 } from "../kit/hash.ts";
import { derivedId } from "../kit/ids.ts";
import { decodeTrail } from "../../../../tests/support/trails.ts";
import { encodeTrail } from "./trail-payload.ts";

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

test("HIS01 a trail from before the last columns were added, with nine of them, is still read", () => {
  const payload = "02000100443214c74254b6010100ff01891f0000e20403006400ffff000007000900";
  const [one] = decodeTrail(Buffer.from(payload, "hex")) ?? [];
  expect(one?.columns.get("ops")).toEqual([12.5]);
  expect(one?.columns.get("expiring")).toEqual([9]);
  expect([...(one?.columns.keys() ?? [])]).toEqual(slotColumnNames.slice(0, 9));
});
