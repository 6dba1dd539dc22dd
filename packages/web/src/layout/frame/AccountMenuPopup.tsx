import { KeyRound, LogOut, type LucideIcon, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/people/user";
import { paths } from "../../lib/address/paths.ts";
import { fullName } from "../../lib/words/person-name.ts";
import { setTheme, type Theme, themes, useTheme } from "../../lib/settings/theme.ts";
import { useKeep } from "../../session/chosen-organization.ts";
import { signOut } from "../../session/sign-out.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Menu } from "../../ui/popup/Menu.tsx";
import type { MenuTrigger, OpenedBy } from "../../ui/popup/MenuButton.tsx";

const themeLooks: Record<Theme, { label: string; icon: LucideIcon }> = {
  light: { label: "Light", icon: Sun },
  dark: { label: "Dark", icon: Moon },
  system: { label: "System", icon: Monitor },
};
const pages = [
  { label: "Settings", icon: Settings, path: paths.profilePersonal() },
  { label: "API Keys", icon: KeyRound, path: paths.integrations() },
];

/** The signed-in person, with both names where the provider has them. */
function Person({ user }: { user: User }) {
  const name = fullName(user);
  return (
    <div className="px-2 py-1.5">
      {name && (
        <p className="truncate font-medium">
          <Foreign>{name}</Foreign>
        </p>
      )}
      <p className="truncate text-sm text-muted">{user.email}</p>
    </div>
  );
}

interface AccountMenuPopupProps {
  user: User;
  trigger: MenuTrigger;
  openedBy: OpenedBy;
}

/** The avatar's menu: the signed-in person, pages, the theme and sign-out. */
export function AccountMenuPopup({ user, trigger, openedBy }: AccountMenuPopupProps) {
  const navigate = useNavigate();
  const keep = useKeep();
  const theme = useTheme();
  return (
    <Menu
      trigger={trigger}
      openedBy={openedBy}
      width="w-60"
      heading={<Person user={user} />}
      sections={[
        {
          items: pages.map(({ label, icon, path }) => ({
            label,
            icon,
            onSelect: () => void navigate(keep(path)),
          })),
        },
        {
          choice: {
            label: "Theme",
            value: theme,
            options: themes.map((value) => ({ value, ...themeLooks[value] })),
            onChange: (value) => setTheme(themes.find((known) => known === value) ?? "system"),
          },
        },
        { items: [{ label: "Sign out", icon: LogOut, onSelect: () => void signOut() }] },
      ]}
    />
  );
}
