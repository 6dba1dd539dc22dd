import type { Cache } from "../../ports/elasticache.ts";

/** One list of a region. */
interface List<Item> {
  items: Item[];
  /** AWS's error when the region does not have the call. */
  unknownCall?: Error;
}

/**
 * How AWS answers a call that a region or partition does not have. The first is that of ElastiCache's protocol:
 * https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/CommonErrors.html
 */
const unknownCalls = new Set(["InvalidAction", "UnknownOperationException", "UnsupportedOperationException"]);

/** More pages than any account has. A list whose last page points to an earlier one must end. */
const mostPages = 200;

/**
 * Reads a list to its end. A call that the region does not have is an empty list. Every other error rejects,
 * so that a list never counts as read when it was not. A call can be missing for a moment only. So caches of its kind
 * that are known from before stay, also when AWS withdraws them for good.
 */
export async function readList<Item>(
  read: (next: string | undefined) => Promise<[items: Item[] | undefined, next: string | undefined]>,
): Promise<List<Item>> {
  const items: Item[] = [];
  let next: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    try {
      const [more, after] = await read(next);
      items.push(...(more ?? []));
      if (!after) return { items };
      next = after;
    } catch (error) {
      if (page === 0 && error instanceof Error && unknownCalls.has(error.name))
        return { items, unknownCall: error };
      throw error;
    }
  }
  throw Object.assign(new Error("a list has no end"), { name: "EndlessList" });
}

/** The lists that a region does not have. Throws when it has none of them, because then nothing was read. */
export function notOfferedOf(lists: Record<Cache["kind"], List<unknown>>): Cache["kind"][] {
  const kinds = Object.keys(lists) as Cache["kind"][];
  const missing = kinds.filter((kind) => lists[kind].unknownCall);
  const error = lists.replicationGroup.unknownCall;
  if (error && missing.length === kinds.length) throw error;
  return missing;
}
