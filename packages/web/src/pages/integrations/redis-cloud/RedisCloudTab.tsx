import { ExternalLink } from "lucide-react";
import { queryClient } from "../../../api/query-client.ts";
import { redisCloudsQuery } from "../../../api/sources/redis-cloud.ts";
import { config, openIdName } from "../../../lib/settings/config.ts";
import { externalUrl } from "../../../lib/address/external-url.ts";
import { currentUser, useUser } from "../../../session/session.ts";
import { NoOrganization } from "../../../layout/NoOrganization.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { TextLink } from "../../../ui/text/TextLink.tsx";
import { CloudAccounts } from "./CloudAccounts.tsx";
import { Integrations } from "./Integrations.tsx";

/** Starts loading the data while the tab's code loads. */
export function loader() {
  if (currentUser()?.organization) void queryClient.prefetchQuery(redisCloudsQuery);
  return null;
}

/** The connected Redis Cloud accounts, how to connect one, and the accounts of a person who signs in at Redis Cloud. */
export function Component() {
  const user = useUser();
  const documentation = externalUrl(config().links.documentation ?? null);
  return (
    <>
      <Section heading="Redis Cloud">
        <div className="grid max-w-prose gap-2 p-4">
          <p>
            Data from connected accounts is collected every 5 minutes.{" "}
            {documentation && (
              <TextLink href={documentation.href} target="_blank" rel="noopener noreferrer">
                Read More
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                <span className="sr-only">about Redis Cloud API keys (opens in a new tab)</span>
              </TextLink>
            )}
          </p>
          <p>Only account owners can create cloud API keys.</p>
        </div>
      </Section>
      {user && !user.organization ? (
        <NoOrganization>Integrations belong to an organization.</NoOrganization>
      ) : (
        <Integrations />
      )}
      {openIdName() === undefined && <CloudAccounts />}
    </>
  );
}
