import type { CloudSubscription } from "@shardwatch/core/contract/deployment/deployment";
import { externalUrl } from "../../../../lib/address/external-url.ts";
import { Disclosure } from "../../../../ui/section/Disclosure.tsx";
import { Fact, Facts } from "../../../../ui/text/Facts.tsx";
import { ExternalAddress } from "../ExternalAddress.tsx";

/** The cloud subscription, with a link to its page at the provider. */
export function SubscriptionSection({ subscription }: { subscription: CloudSubscription }) {
  const { subscriptionType, provider, regions } = subscription;
  const link = externalUrl(subscription.link);
  return (
    <Disclosure title="Subscription" summary={[subscriptionType, provider].filter(Boolean).join(", ")}>
      <Facts>
        <Fact name="Subscription type">{subscriptionType}</Fact>
        <Fact name="Provider">{provider}</Fact>
        <Fact name="Regions">{regions.join(", ")}</Fact>
        <Fact name="Link">{link && <ExternalAddress url={link}>{link.host}</ExternalAddress>}</Fact>
      </Facts>
    </Disclosure>
  );
}
