import { minute } from "../../kit/time.ts";
import type { ChannelRow } from "../rows/channel.table.ts";

/** A probe that did not come by then is not waited for: it was skipped, or its row is gone. */
const probeLate = 5 * minute;

/** Whether a delivery is the one that probes a receiver that fails: the oldest, or the next where that one is late. */
export const mayProbe = (
  { probe, probeDue = 0 }: Pick<ChannelRow, "probe" | "probeDue">,
  id: string,
  now: number,
): boolean => probe === undefined || id <= probe || now > probeDue + probeLate;
