import { ExternalLink } from "lucide-react";
import { config } from "../../../lib/config.ts";
import { externalUrl } from "../../../lib/external-url.ts";
import { Section } from "../../../ui/Section.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { CloudAccounts } from "./CloudAccounts.tsx";

/** What Redis Cloud tells us of an account, and the accounts of the signed-in person. */
export function Component() {
  const documentation = externalUrl(config().links.documentation);
  return (
    <>
      <Section heading="Redis Cloud">
        <div className="grid max-w-prose gap-2 p-4">
          <p>
            Data of a connected Redis Cloud account is collected every 5 minutes.{" "}
            {documentation && (
              <TextLink href={documentation.href} target="_blank" rel="noopener noreferrer">
                Read More
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                <span className="sr-only">about keys for the API of Redis Cloud (opens in a new tab)</span>
              </TextLink>
            )}
          </p>
          <p>Only account owners can create cloud API keys.</p>
          <p className="text-muted">Connecting an account from here is not available yet.</p>
        </div>
      </Section>
      <CloudAccounts />
    </>
  );
}
