import { ExternalLink } from "lucide-react";
import type { CloudSubscription, License } from "@shardwatch/core/contract/deployment";
import { externalUrl } from "../../lib/external-url.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Fact, Facts } from "../../ui/Facts.tsx";

/** A day as "Jan 31, 2027" in UTC, as licences are written; a text that is no date stays as it is. */
function day(date: string | null): string | null {
  const time = date === null ? NaN : Date.parse(date);
  return Number.isNaN(time)
    ? date
    : new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
}

/** What the licence allows and how much of it is in use. */
export function LicenseSection({ license }: { license: License }) {
  const expires = day(license.expirationDate);
  return (
    <Disclosure title="License Information" summary={expires && `expires ${expires}`}>
      <Facts>
        <Fact name="Cluster name">{license.clusterName}</Fact>
        <Fact name="Owner">{license.owner}</Fact>
        <Fact name="Activation date">{day(license.activationDate)}</Fact>
        <Fact name="Expiration date">{expires}</Fact>
        <Fact name="RAM shards">{`${license.ramShardsInUse} of ${license.ramShardsLimit}`}</Fact>
        <Fact name="Flash shards">{`${license.flashShardsInUse} of ${license.flashShardsLimit}`}</Fact>
        <Fact name="Total shard limit">{license.shardsLimit}</Fact>
        <Fact name="Features">{license.features.join(", ")}</Fact>
      </Facts>
    </Disclosure>
  );
}

/** The cloud subscription, with the way to its page at the provider. */
export function SubscriptionSection({ subscription }: { subscription: CloudSubscription }) {
  const { subscriptionType, provider, regions } = subscription;
  const link = externalUrl(subscription.link);
  return (
    <Disclosure title="Subscription" summary={subscriptionType}>
      <Facts>
        <Fact name="Subscription type">{subscriptionType}</Fact>
        <Fact name="Provider">{provider}</Fact>
        <Fact name="Regions">{regions.join(", ")}</Fact>
        <Fact name="Link">
          {link && (
            <a
              href={link.href}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center gap-1.5 break-all text-accent hover:underline"
            >
              {link.host}
              <ExternalLink aria-hidden className="size-3.5 shrink-0" />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </Fact>
      </Facts>
    </Disclosure>
  );
}
