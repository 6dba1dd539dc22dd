import { checkWebhookAddress, shownAddress } from "../webhook-address.ts";
import type { AddedKind } from "./kind.ts";

const must =
  "the address of a workflow, like https://….environment.api.powerplatform.com/powerautomate/…&sig=…";
/** Where workflows run. */
const host = /\.environment\.api\.powerplatform\.com$/;
/** Hosts that Microsoft has retired, with what is said of an address there. */
const retired: readonly (readonly [RegExp, string])[] = [
  [
    /(?:^|\.)(?:webhook\.office\.com|outlook\.office(?:365)?\.com)$/,
    "is of an Office connector, which Microsoft has retired; make a workflow, and enter its address",
  ],
  [
    /(?:^|\.)logic\.azure\.com$/,
    "is the old address of a workflow, which ended on 30 November 2025; open the workflow, and copy its new one",
  ],
];

/** A workflow of Microsoft Teams. It belongs to a person and ends with their account. */
export const teams: AddedKind = {
  credential: "url",
  must,
  isSigned: false,
  shown: shownAddress,
  read: (text, rules) => {
    const checked = checkWebhookAddress(text, rules);
    const { url, fault } = checked;
    // The words about any address would name an example of a webhook.
    if (!url) return { fault: shownAddress(text) === undefined ? `url: must be ${must}` : fault };
    const ended = retired.find(([pattern]) => pattern.test(url.hostname));
    if (ended) return { fault: `url: ${ended[1]}` };
    return checked.isLetThrough || host.test(url.hostname)
      ? { text: url.href }
      : { fault: `url: must be ${must}` };
  },
};
