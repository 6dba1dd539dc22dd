import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { may } from "@shardwatch/core/contract/people/roles";
import type { User } from "@shardwatch/core/contract/people/user";
import { useDeployments } from "../../api/fleet/use-deployments.ts";
import { byName } from "../../lib/words/by-name.ts";
import { withOrganization } from "../../lib/address/choice.ts";
import { paths } from "../../lib/address/paths.ts";
import { singleKeys } from "../../lib/browser/shortcuts.ts";
import { setTheme } from "../../lib/settings/theme.ts";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { signOut } from "../../session/sign-out.ts";
import type { EntryGroup } from "./entries.ts";
import { palettePagesFor } from "./pages.ts";

/** All entries of the palette: pages, all loaded deployments, and actions. */
export function usePaletteGroups(user: User): EntryGroup[] {
  const navigate = useNavigate();
  const organization = useChosenOrganization();
  const { data } = useDeployments(organization);
  const shortcuts = singleKeys.use();
  return useMemo(() => {
    const page = (label: string, path: string) => ({ id: path, label, run: () => void navigate(path) });
    const action = (label: string, run: () => void) => ({ id: label.replaceAll(" ", "-"), label, run });
    const namesOrganization = may(user.roles, "seeEveryOrganization");
    const chosen = withOrganization("", organization);
    return [
      {
        name: "Pages",
        entries: palettePagesFor(user).map(({ label, path }) =>
          page(label, withOrganization(path, organization)),
        ),
      },
      {
        name: "Deployments",
        entries: (data ?? [])
          .toSorted(byName)
          .map(({ id, name, organizationId }) =>
            page(name, paths.deployment(id, chosen, namesOrganization ? organizationId : undefined)),
          ),
      },
      {
        name: "Actions",
        entries: [
          action("Use light theme", () => setTheme("light")),
          action("Use dark theme", () => setTheme("dark")),
          action("Use system theme", () => setTheme("system")),
          action(`Turn single-key shortcuts ${shortcuts ? "off" : "on"}`, () => singleKeys.set(!shortcuts)),
          action("Sign out", () => void signOut()),
        ],
      },
    ];
  }, [navigate, data, user, shortcuts, organization]);
}
