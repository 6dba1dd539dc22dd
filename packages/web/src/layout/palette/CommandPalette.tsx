import type { User } from "@shardwatch/core/contract/people/user";
import { may } from "@shardwatch/core/contract/people/roles";
import { useState } from "react";
import { useChosenOrganization } from "../../session/chosen-organization.ts";
import { Finder } from "./Finder.tsx";
import { usePaletteGroups } from "./use-palette-groups.ts";

interface CommandPaletteProps {
  user: User;
  onClose: () => void;
}

/** Finds what the product has, and does what the page can do. */
export default function CommandPalette({ user, onClose }: CommandPaletteProps) {
  const [text, setText] = useState("");
  const isOne = useChosenOrganization() !== undefined || !may(user.roles, "seeEveryOrganization");
  return (
    <Finder
      title="Command palette"
      label="Search everything, or type > for actions"
      {...usePaletteGroups(user, text)}
      onType={setText}
      onClose={onClose}
    >
      {!isOne && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          Choose an organization to find its databases and incidents, too.
        </p>
      )}
    </Finder>
  );
}
