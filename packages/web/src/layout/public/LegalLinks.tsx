import { config } from "../../lib/settings/config.ts";
import { TextLink } from "../../ui/text/TextLink.tsx";

/** Terms, privacy and support, at the foot of every public page, as far as this installation has them. */
export function LegalLinks() {
  const { links, supportEmail } = config();
  return (
    <p className="flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm">
      {links.terms && <TextLink href={links.terms}>Terms</TextLink>}
      {links.privacy && <TextLink href={links.privacy}>Privacy</TextLink>}
      {supportEmail && <TextLink href={`mailto:${supportEmail}`}>Contact support</TextLink>}
    </p>
  );
}
