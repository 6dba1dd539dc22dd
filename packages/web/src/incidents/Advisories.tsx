import { advisoryOf } from "@shardwatch/core/contract/support/worst";
import { TextLink } from "../ui/text/TextLink.tsx";

/** The id of a vulnerability. It links to its advisory, where the id has one. */
export function Advisory({ id }: { id: string }) {
  const address = advisoryOf(id);
  if (address === undefined) return id;
  return (
    <TextLink href={address} target="_blank" rel="noopener noreferrer">
      {id}
    </TextLink>
  );
}

/** A text whose ids of vulnerabilities link to their advisories. */
export const WithAdvisories = ({ text }: { text: string }) =>
  text
    .split(/((?:CVE-\d{4}|GHSA)-[\w-]+)/)
    .map((part, place) => (place % 2 === 1 ? <Advisory key={place} id={part} /> : part));
