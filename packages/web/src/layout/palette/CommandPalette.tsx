import type { User } from "@shardwatch/core/contract/people/user";
import { Finder } from "./Finder.tsx";
import { usePaletteGroups } from "./use-palette-groups.ts";

interface CommandPaletteProps {
  user: User;
  onClose: () => void;
}

/** Finds pages, deployments and actions. */
export default function CommandPalette({ user, onClose }: CommandPaletteProps) {
  return (
    <Finder
      title="Command palette"
      label="Search pages, deployments and actions"
      groups={usePaletteGroups(user)}
      onClose={onClose}
    />
  );
}
