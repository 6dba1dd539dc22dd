import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import type { User } from "@shardwatch/core/contract/people/user";
import { counted } from "../../lib/words/count.ts";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import { matching } from "./entries.ts";
import { useNavigate } from "react-router-dom";
import { may } from "@shardwatch/core/contract/people/roles";
import { useDeployments } from "../../api/fleet/use-deployments.ts";
import { byName } from "../../lib/words/by-name.ts";
import { paths } from "../../lib/address/paths.ts";
import { singleKeys } from "../../lib/browser/shortcuts.ts";
import { setTheme } from "../../lib/settings/theme.ts";
import { signOut } from "../../session/sign-out.ts";
import type { EntryGroup } from "./entries.ts";
import { sourceTabs } from "../../sources/index.ts";
import { type Destination, destinations, mayOpen, productPages } from "../rail/navigation.ts";

/** The pages that the palette offers a person. The tabs depend on the configuration, which loads first. */
export function palettePagesFor(user: User): Destination[] {
  const pages: Destination[] = [
    ...productPages,
    ...destinations({
      admin: { label: "Admin" },
      adminAccounts: { label: "Admin: Manage Accounts" },
      adminOrganizations: { label: "Admin: Manage Organizations" },
      integrations: { label: "Sources" },
    }),
    ...sourceTabs().map(({ label, path }) => ({ label: `Sources: ${label}`, path })),
    ...destinations({
      profilePersonal: { label: "Profile" },
      profileOrganization: { label: "Organization" },
      profileAudit: { label: "Audit" },
    }),
  ];
  return pages.filter((page) => mayOpen(user, page));
}

/** All entries of the palette: pages, all loaded deployments, and actions. */
export function usePaletteGroups(user: User): EntryGroup[] {
  const navigate = useNavigate();
  const { data } = useDeployments();
  const shortcuts = singleKeys.use();
  return useMemo(() => {
    const page = (label: string, path: string) => ({ id: path, label, run: () => void navigate(path) });
    const action = (label: string, run: () => void) => ({ id: label.replaceAll(" ", "-"), label, run });
    const severalOrganizations = may(user.roles, "seeEveryOrganization");
    return [
      {
        name: "Pages",
        entries: palettePagesFor(user).map(({ label, path }) => page(label, path)),
      },
      {
        name: "Deployments",
        entries: (data ?? [])
          .toSorted(byName)
          .map(({ id, name, organizationId }) =>
            page(name, paths.deployment(id, "", severalOrganizations ? organizationId : undefined)),
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
  }, [navigate, data, user, shortcuts]);
}

interface CommandPaletteProps {
  user: User;
  onClose: () => void;
}

/** One field that finds pages, deployments and actions. The focus stays in it; the arrows move the choice. */
export default function CommandPalette({ user, onClose }: CommandPaletteProps) {
  const id = useId();
  const groups = usePaletteGroups(user);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const shown = useMemo(() => matching(groups, text), [groups, text]);
  const entries = shown.flatMap((group) => group.entries);
  const current = entries[Math.min(chosen, entries.length - 1)];
  const optionId = (entry: { id: string }) => `${id}-${entry.id}`;

  function run(entry: (typeof entries)[number] | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  function press(event: KeyboardEvent) {
    const at = current ? entries.indexOf(current) : 0;
    const last = Math.max(0, entries.length - 1);
    if (event.key === "Enter" && !event.nativeEvent.isComposing) run(current);
    else if (event.key === "ArrowDown") setChosen(at === last ? 0 : at + 1);
    else if (event.key === "ArrowUp") setChosen(at === 0 ? last : at - 1);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Command palette" place="top" bare onClose={onClose}>
      <div className="flex items-center gap-2 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Search pages, deployments and actions"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current && optionId(current)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search pages, deployments and actions"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={press}
          className="h-12 w-full bg-transparent text-lg outline-hidden placeholder:text-faint"
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-2">
        {shown.map((group) => (
          <div key={group.name} role="group" aria-label={group.name}>
            <p aria-hidden className="px-2 pt-2 pb-1 text-xs text-muted">
              {group.name}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.id}
                id={optionId(entry)}
                label={entry.label}
                selected={entry === current}
                onChoose={() => run(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={entries.length > 0 ? "sr-only" : "px-4 pb-6 text-center text-muted"}>
        {entries.length > 0 ? counted(entries.length, "result") : "No results"}
      </p>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  label: string;
  selected: boolean;
  onChoose: () => void;
}

function Option({ id, label, selected, onChoose }: OptionProps) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      ref={(element) => {
        if (selected) element?.scrollIntoView({ block: "nearest" });
      }}
      // A click would move the focus out of the field.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
      className="flex min-h-9 cursor-default items-center rounded-sm px-2 hover:bg-hover aria-selected:bg-hover aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
    >
      <span className="truncate">{label}</span>
    </div>
  );
}
