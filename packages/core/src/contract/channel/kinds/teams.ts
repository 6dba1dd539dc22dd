import { checkWebhookAddress, shownAddress } from "../webhook-address.ts";
import type { AddedKind } from "./kind.ts";

const must =
  "the address of a workflow, like https://….environment.api.powerplatform.com/powerautomate/…&sig=…";
/** Where workflows run. The second one is older, and its addresses still work. */
const hosts = /\.(?:environment\.api\.powerplatform\.com|logic\.azure\.com)$/;
/** Where connectors of Office 365 were, until Microsoft retired them in 2026. */
const retired = /(?:^|\.)(?:webhook\.office\.com|outlook\.office(?:365)?\.com)$/;

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
    if (retired.test(url.hostname))
      return {
        fault:
          "url: is of an Office connector, which Microsoft has retired; make a workflow, and enter its address",
      };
    return checked.isLetThrough || hosts.test(url.hostname)
      ? { text: url.href }
      : { fault: `url: must be ${must}` };
  },
};
