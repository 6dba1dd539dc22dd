import { config } from "../lib/config.ts";
import { TextLink } from "../ui/TextLink.tsx";

/** Terms, privacy and support, at the foot of every public page. */
export function LegalLinks() {
  const { links, supportEmail } = config();
  return (
    <p className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">
      <TextLink href={links.terms}>Terms</TextLink>
      <TextLink href={links.privacy}>Privacy</TextLink>
      <TextLink href={`mailto:${supportEmail}`}>Contact support</TextLink>
    </p>
  );
}
