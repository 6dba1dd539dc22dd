import { type ReactNode, useState } from "react";
import { Button } from "../../ui/form/Button.tsx";
import { Section } from "../../ui/section/Section.tsx";

interface SetupSectionProps {
  heading: string;
  /** The sources of this kind; undefined while they load. */
  sources: readonly unknown[] | undefined;
  children: ReactNode;
}

/** The steps of a setup. They are folded once there is a source, until a person opens them. */
export function SetupSection({ heading, sources, children }: SetupSectionProps) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? sources?.length === 0;
  return (
    <Section
      heading={heading}
      action={
        <Button aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          {isOpen ? "Hide" : "Show"} the steps
        </Button>
      }
    >
      {isOpen && children}
    </Section>
  );
}
