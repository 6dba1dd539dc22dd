import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { TextLink } from "../../../ui/text/TextLink.tsx";

/** A link to a reported address. Its text is the host, and the target gets no referrer. */
export function ExternalAddress({ url, children }: { url: URL; children: ReactNode }) {
  return (
    <TextLink
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      className="min-w-0 font-mono text-sm break-words"
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </TextLink>
  );
}
