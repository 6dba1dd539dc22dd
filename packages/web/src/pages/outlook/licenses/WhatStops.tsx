import { whatStops } from "@shardwatch/core/contract/outlook/license-words";
import { ExternalLink } from "lucide-react";
import { Section } from "../../../ui/section/Section.tsx";
import { TextLink } from "../../../ui/text/TextLink.tsx";

/** What an expired license stops, as Redis says it. */
export function WhatStops() {
  return (
    <Section heading="When a license ends">
      <div className="grid max-w-prose gap-2 px-4 py-3">
        <p>
          <strong className="font-medium">It stops:</strong> {whatStops.stops}
        </p>
        <p>
          <strong className="font-medium">It goes on:</strong> {whatStops.goesOn}
        </p>
        <p className="text-muted">
          The end counts calendar days of UTC. A pace is that of the shards in use at the end of each of the
          last 90 days; a rise or fall that lasted less than seven days does not count. Shardwatch changes no
          license. Source:{" "}
          <TextLink href={whatStops.source} target="_blank" rel="noopener noreferrer">
            Redis documentation, License keys
            <ExternalLink aria-hidden className="size-3.5" />
          </TextLink>
        </p>
      </div>
    </Section>
  );
}
