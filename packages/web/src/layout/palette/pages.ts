import type { User } from "@shardwatch/core/contract/people/user";
import { sourceTabs } from "../../sources/index.ts";
import { type Destination, destinations, mayOpen, productPages } from "../rail/navigation.ts";
import { settingsFor } from "../rail/settings.ts";

/** A page of the palette, with further words that find it. */
interface PalettePage extends Destination {
  words?: string;
}

/** The pages that the palette offers a person. The tabs depend on the configuration, which loads first. */
export function palettePagesFor(user: User): PalettePage[] {
  const pages: PalettePage[] = [
    ...productPages,
    ...destinations<Omit<PalettePage, "path">>({
      incidentRules: { label: "Incidents: Rules", words: "alerts thresholds" },
      outlookLicenses: { label: "Outlook: Licenses", words: "expiry shards runway calendar" },
      admin: { label: "Admin" },
      adminAccounts: { label: "Admin: Manage Accounts" },
      adminOrganizations: { label: "Admin: Manage Organizations" },
      sources: { label: "Sources", words: "integrations agents accounts" },
      addSource: { label: "Add a source", words: "new agent key connect account" },
    }),
    ...sourceTabs().map(({ label, path }) => ({ label: `Sources: ${label}`, path })),
    ...settingsFor(user).map(({ label, ...rest }) => ({ ...rest, label: `Settings: ${label}` })),
  ];
  return pages.filter((page) => mayOpen(user, page));
}
