import { Section } from "../../ui/section/Section.tsx";
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
