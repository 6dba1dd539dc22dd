import type { SentInvitation } from "@shardwatch/core/contract/people/invitation";
import { useEffect, useRef } from "react";
import { mailsLinks } from "../../lib/settings/config.ts";
import { browserZone, momentText } from "../../lib/time/zone.ts";
import { SecretField } from "../../ui/form/SecretField.tsx";

interface SentLinkProps {
  link: NonNullable<SentInvitation["link"]>;
  email: string;
}

/** The link of an invitation that was just sent. It is shown once. It has the focus and is selected, to be copied. */
export function SentLink({ link, email }: SentLinkProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    region.current?.querySelector("input")?.focus({ preventScroll: true });
    // At the bottom edge, where the focus alone would scroll it, the message of the success covers the button to copy it.
    region.current?.scrollIntoView({ block: "center" });
  }, []);
  return (
    <div
      ref={region}
      role="group"
      aria-label={`The link for ${email}`}
      className="grid gap-2 border-t border-line px-4 py-3"
    >
      <SecretField label="Invitation link" secret={link.url} what="the link" />
      <p className="max-w-prose text-sm wrap-anywhere text-muted">
        Send it to <strong className="font-medium text-ink">{email}</strong>. It works once, until{" "}
        {momentText(Date.parse(link.expiresAt), browserZone())}, and isn't shown again.
        {mailsLinks() && " They also get one by email."}
      </p>
    </div>
  );
}
