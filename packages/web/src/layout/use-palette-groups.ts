import { useMemo } from "react";
import { useNavigate } from "react-router-dom";
import { may } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../lib/paths.ts";
import { setTheme } from "../lib/theme.ts";
import { byName } from "../pages/deployments/describe.ts";
import { useDeployments } from "../pages/deployments/use-deployments.ts";
import { signOut } from "../session/sign-out.ts";
import type { EntryGroup } from "./palette-entries.ts";

/** Everything that the palette offers a person: pages, all deployments that are loaded, and actions. */
export function usePaletteGroups(user: User): EntryGroup[] {
  const navigate = useNavigate();
  const { data } = useDeployments();
  return useMemo(() => {
    const page = (label: string, path: string) => ({ id: path, label, run: () => void navigate(path) });
    const action = (label: string, run: () => void) => ({ id: label.replaceAll(" ", "-"), label, run });
    const admin = may(user.roles, "useAdminArea");
    return [
      {
        name: "Pages",
        entries: [page("Deployments", paths.deployments()), ...(admin ? [page("Admin", paths.admin())] : [])],
      },
      {
        name: "Deployments",
        entries: (data ?? []).toSorted(byName).map(({ id, name }) => page(name ?? id, paths.deployment(id))),
      },
      {
        name: "Actions",
        entries: [
          action("Use light theme", () => setTheme("light")),
          action("Use dark theme", () => setTheme("dark")),
          action("Use system theme", () => setTheme("system")),
          action("Sign out", () => void signOut()),
        ],
      },
    ];
  }, [navigate, data, user]);
}
