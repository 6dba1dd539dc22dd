import { Menu } from "@base-ui/react/menu";
import { useRef } from "react";
import { Cable, Check, KeyRound, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../lib/paths.ts";
import { useMedia } from "../lib/use-media.ts";
import { type Theme, setTheme, useTheme } from "../lib/theme.ts";
import { signOut } from "../session/sign-out.ts";
import { Foreign } from "../ui/Foreign.tsx";

const themes = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
] as const;

const pages = [
  // In a small window the header has no room for it.
  { label: "Integrations", icon: Cable, to: paths.integrations(), narrow: true },
  { label: "Settings", icon: Settings, to: paths.profilePersonal(), narrow: false },
  { label: "API Keys", icon: KeyRound, to: paths.integrations(), narrow: false },
] as const;

const itemClass =
  "flex h-8 items-center gap-2 rounded-sm px-2 outline-hidden select-none data-highlighted:bg-hover cursor-default";
const line = <Menu.Separator className="my-1 h-px bg-line" />;

interface AccountMenuPopupProps {
  user: User;
  letters: string;
  triggerClass: string;
}

/** The account menu, open from the start: it is loaded because somebody asked for it. */
export default function AccountMenuPopup({ user, letters, triggerClass }: AccountMenuPopupProps) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const navigate = useNavigate();
  const wide = useMedia("(width >= 40rem)");
  const shown = pages.filter(({ narrow }) => !(narrow && wide));
  const host = useRef<HTMLSpanElement>(null);
  return (
    <Menu.Root defaultOpen>
      <span ref={host} className="absolute" />
      <Menu.Trigger aria-label="Account menu" className={triggerClass}>
        {letters}
      </Menu.Trigger>
      <Menu.Portal container={host}>
        <Menu.Positioner align="end" sideOffset={6} className="z-40 outline-hidden">
          <Menu.Popup className="w-60 rounded-lg border border-line bg-raised p-1 shadow-popup outline-hidden">
            <div className="px-2 py-1.5">
              {name && (
                <p className="truncate font-medium">
                  <Foreign>{name}</Foreign>
                </p>
              )}
              <p className="truncate text-sm text-muted">{user.email}</p>
            </div>
            {line}
            {shown.map(({ label, icon: Icon, to }) => (
              <Menu.Item key={label} className={itemClass} onClick={() => void navigate(to)}>
                <Icon aria-hidden className="size-4 text-muted" />
                {label}
              </Menu.Item>
            ))}
            {line}
            <Menu.RadioGroup value={useTheme()} onValueChange={(value: Theme) => setTheme(value)}>
              <Menu.Group>
                <Menu.GroupLabel className="px-2 pt-1 pb-0.5 text-xs text-muted">Theme</Menu.GroupLabel>
                {themes.map(({ value, label, icon: Icon }) => (
                  <Menu.RadioItem key={value} value={value} className={itemClass}>
                    <Icon aria-hidden className="size-4 text-muted" />
                    {label}
                    <Menu.RadioItemIndicator className="ml-auto">
                      <Check aria-hidden className="size-4 text-accent" />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.Group>
            </Menu.RadioGroup>
            {line}
            <Menu.Item className={itemClass} onClick={() => void signOut()}>
              <LogOut aria-hidden className="size-4 text-muted" />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
