import { expect, test } from "vitest";
import { pastOwnersOf, rememberOwner } from "../../deployment/rows/past-owners.ts";
import { hour } from "../../kit/time.ts";
import { ownershipsOf } from "./read-slots.ts";

test.each([1, 2, 3, 4, 5, 6, 7])(
  "HIS05 of %i changes of its owner, none gets the time of another one",
  (changes) => {
    const owners = Array.from({ length: changes + 1 }, (_, index) => `agent#key_${index}#one`);
    const startOf = (index: number) => 1_000 * hour + index * hour;
    let row: { owner: string; former?: string | undefined } | undefined;
    for (const [index, owner] of owners.entries())
      row = { owner, former: rememberOwner(row, owner, startOf(index)) };
    const ownerships = ownershipsOf(row?.owner ?? "", pastOwnersOf(row ?? {}), startOf(0));
    const all = owners.map((owner, index) => ({
      owner,
      from: startOf(index),
      until: index === changes ? Infinity : startOf(index + 1),
    }));
    expect(ownerships).toEqual(all.slice(changes > 3 ? -4 : 0));
  },
);
