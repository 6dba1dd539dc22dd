import { useMemo, useState } from "react";
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
import { shownAs } from "../../sources/index.ts";
import type { EntryGroup } from "./entries.ts";
import { pageActions } from "./page-actions.ts";
import { palettePagesFor } from "./pages.ts";
import { useFound } from "./use-found.ts";

/** All loaded deployments. They are sorted once, not at each letter. */
function useDeploymentEntries(user: User): EntryGroup {
  const navigate = useNavigate();
  const organization = useChosenOrganization();
  const { data } = useDeployments(organization);
  return useMemo(() => {
    const namesOrganization = may(user.roles, "seeEveryOrganization");
    const chosen = withOrganization("", organization);
    const entries = (data ?? []).toSorted(byName).map(({ id, name, source, organizationId }) => {
      const path = paths.deployment(id, chosen, namesOrganization ? organizationId : undefined);
      return { id: path, label: name, detail: shownAs(source).label, run: () => void navigate(path) };
    });
    return { name: "Deployments", entries };
  }, [navigate, data, user, organization]);
}

/** All entries of the palette: what the page can do, pages, deployments, what a text finds, and general actions. */
export function usePaletteGroups(user: User, text: string) {
  const navigate = useNavigate();
  const organization = useChosenOrganization();
  const shortcuts = singleKeys.use();
  // Of the page as it was when the palette opened.
  const [onPage] = useState(pageActions);
  const deployments = useDeploymentEntries(user);
  const { groups: found, isSearching } = useFound(user, text);
  const groups = useMemo((): EntryGroup[] => {
    const action = (label: string, run: () => void) => ({ id: label.replaceAll(" ", "-"), label, run });
    return [
      { name: "On this page", entries: onPage, acts: true },
      {
        name: "Pages",
        entries: palettePagesFor(user).map(({ label, words, path: plain }) => {
          const path = withOrganization(plain, organization);
          return { id: path, label, words, run: () => void navigate(path) };
        }),
      },
      deployments,
      ...found,
      {
        name: "Actions",
        acts: true,
        entries: [
          action("Use light theme", () => setTheme("light")),
          action("Use dark theme", () => setTheme("dark")),
          action("Use system theme", () => setTheme("system")),
          action(`Turn single-key shortcuts ${shortcuts ? "off" : "on"}`, () => singleKeys.set(!shortcuts)),
          action("Sign out", () => void signOut()),
        ],
      },
    ];
  }, [navigate, onPage, user, deployments, found, shortcuts, organization]);
  return { groups, isSearching };
}
