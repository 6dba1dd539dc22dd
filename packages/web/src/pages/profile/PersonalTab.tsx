import { ExternalLink } from "lucide-react";
import { config, openIdName, passkeyPlace } from "../../lib/settings/config.ts";
import { useMay, useUser } from "../../session/session.ts";
import { Fact, Facts } from "../../ui/text/Facts.tsx";
import { RoleBadges } from "../../ui/text/RoleBadges.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { TextLink } from "../../ui/text/TextLink.tsx";
import { CommandLines } from "./command-line/CommandLines.tsx";
import { Passkeys } from "./passkeys/Passkeys.tsx";
import { SignOutEverywhere } from "./SignOutEverywhere.tsx";
import { startPageKey } from "../../lib/address/start-page.ts";
import { storedSetting } from "../../lib/settings/stored-setting.ts";
import { SelectField } from "../../ui/form/SelectField.tsx";

// Apart from the one who reads it at the sign-in, which is to load quickly.
const startsOnOverview = storedSetting(startPageKey, (stored) => stored === true);
const [overview, usual] = ["overview", "usual"];

/** The page after signing in, chosen for this browser. */
function StartPage() {
  const isChosen = startsOnOverview.use();
  const usualPage = useMay("useAdminArea") ? "Admin" : "Deployments";
  return (
    <Section heading="Start page">
      <div className="grid max-w-sm gap-3 p-4">
        <SelectField
          label="Start on"
          value={isChosen ? overview : usual}
          onChange={({ target }) => startsOnOverview.set(target.value === overview)}
          options={[
            [usual, usualPage],
            [overview, "Overview"],
          ]}
        />
        <p className="text-sm text-muted">The page you see after signing in. Saved in this browser only.</p>
      </div>
    </Section>
  );
}

/** Who keeps names and emails: an OpenID provider by its name, or Redis Cloud with a link. */
function DetailsOwner() {
  const name = openIdName();
  if (name !== undefined) return name;
  return (
    <TextLink href={config().providerSiteUrl} target="_blank" rel="noopener noreferrer">
      Redis Cloud
      <ExternalLink aria-hidden className="size-3.5" />
      <span className="sr-only">(opens in a new tab)</span>
    </TextLink>
  );
}

/** The person's names and email from their provider at the last sign-in, and their roles. */
export function Component() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <Section heading="Personal details">
        <div className="grid gap-5 p-4">
          <Facts>
            <Fact name="First name">{user.firstName}</Fact>
            <Fact name="Last name">{user.lastName}</Fact>
            <Fact name="Email">{user.email}</Fact>
            <Fact name="Account Roles">
              {user.roles.length > 0 ? (
                <RoleBadges roles={user.roles} />
              ) : (
                <span className="text-muted">No roles assigned</span>
              )}
            </Fact>
          </Facts>
          {passkeyPlace() === undefined && (
            <p className="text-sm text-muted">
              Your personal details are managed in <DetailsOwner />. Changes appear here at your next sign-in.
            </p>
          )}
        </div>
      </Section>
      <StartPage />
      {passkeyPlace() !== undefined && <Passkeys />}
      <CommandLines />
      <SignOutEverywhere />
    </>
  );
}
