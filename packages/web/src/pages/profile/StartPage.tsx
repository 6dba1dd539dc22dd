import { may } from "@shardwatch/core/contract/people/roles";
import { startPageKey } from "../../lib/address/start-page.ts";
import { storedSetting } from "../../lib/settings/stored-setting.ts";
import { useUser } from "../../session/session.ts";
import { Section } from "../../ui/section/Section.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";

// Apart from the one who reads it at the sign-in, which is to load quickly.
const startsOnOverview = storedSetting(startPageKey, (stored) => stored === true);
const [overview, usual] = ["overview", "usual"];

/** The page after signing in, chosen for this browser. */
export function StartPage() {
  const isChosen = startsOnOverview.use();
  const usualPage = may(useUser()?.roles ?? [], "useAdminArea") ? "Admin" : "Deployments";
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
