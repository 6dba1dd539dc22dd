import type { User } from "@shardwatch/core/contract/people/user";
import { RailLink } from "./RailLink.tsx";
import { settingsFor } from "./settings.ts";

interface SettingsEntriesProps {
  user: User;
  onChosen: (() => void) | undefined;
}

/** The pages of the settings, below their entry in the rail. */
export default function SettingsEntries({ user, onChosen }: SettingsEntriesProps) {
  return (
    <ul aria-label="Settings" className="grid gap-0.5 max-md:ml-4 lg:ml-4">
      {settingsFor(user).map(({ label, path, icon }) => (
        <li key={path} className="grid">
          <RailLink label={label} path={path} icon={icon} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  );
}
