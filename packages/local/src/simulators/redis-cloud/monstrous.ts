const regions = 2_000;
/** Letters that hardly compress; the parts that are taken from them seldom meet. */
let letters = "";

/** It holds characters that rewrite what a person sees, and ends with half an emoji. */
function monster(length: number): string {
  letters ||= Array.from({ length: 300_000 }, () =>
    String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
  ).join("");
  const start = Math.floor(Math.random() * (letters.length - length));
  return `\u0000\u202e${letters.slice(start, start + length)}\ud83d`;
}

/** The same answer, whose names and places are monsters. */
export function monstrous(body: object): object {
  const replaced = JSON.stringify(body, (field: string, value: unknown) => {
    if (field === "name" || field === "redisVersion") return monster(197);
    if (field !== "cloudDetails") return value;
    return [{ regions: Array.from({ length: regions }, () => ({ region: monster(197) })) }];
  });
  return JSON.parse(replaced) as object;
}
