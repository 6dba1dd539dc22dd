import type { ReactNode } from "react";
import { Section } from "../../ui/section/Section.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { SectionSkeleton } from "./SectionSkeleton.tsx";

/** The name of the section whose code loads after the page. */
export const attentionHeading = "Needs attention";
/** How many of its rows are shown at first. */
export const attentionRows = 10;

/** The place of the section until its content is there. */
export const AttentionSkeleton = () => (
  <Section heading={attentionHeading}>
    <SectionSkeleton rows={attentionRows} />
  </Section>
);

/** One line of what is ahead. On a phone it is as high as a finger needs, and has space for two lines of text. */
export const AheadLine = ({ label, children }: { label: string; children: ReactNode }) => (
  <li className="flex min-h-8 min-w-0 items-center gap-3 max-md:min-h-11">
    <span className="w-14 shrink-0 text-sm text-muted">{label}</span>
    {children}
  </li>
);

/** The section of what is ahead: one row in a wide window. */
export const AheadSection = ({ children }: { children: ReactNode }) => (
  <section aria-label="Outlook" className="panel flex flex-wrap gap-x-6 px-4 py-2">
    <h2 className="py-1.5 font-semibold">Outlook</h2>
    <ul className="grid min-w-0 grow basis-72 xl:grid-cols-2">{children}</ul>
  </section>
);

export const lineSkeleton = <Skeleton className="h-3.5 w-44" />;

/** The place of the section until its code is there. */
export const AheadSkeleton = () => (
  <AheadSection>
    <AheadLine label="Memory">{lineSkeleton}</AheadLine>
    <AheadLine label="Licenses">{lineSkeleton}</AheadLine>
  </AheadSection>
);
