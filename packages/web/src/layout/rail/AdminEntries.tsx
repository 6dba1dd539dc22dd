import { ArrowLeft, Building2, Lock, Users } from "lucide-react";
import { paths } from "../../lib/address/paths.ts";
import { RailLink } from "./RailLink.tsx";

const entries = [
  { label: "Admin", path: paths.admin(), icon: Lock, end: true },
  { label: "Accounts", path: paths.adminAccounts(), icon: Users },
  { label: "Organizations", path: paths.adminOrganizations(), icon: Building2 },
];

interface AdminEntriesProps {
  onChosen: (() => void) | undefined;
}

/** The rail of the admin area: its pages, and the way back to the deployments. */
export default function AdminEntries({ onChosen }: AdminEntriesProps) {
  return (
    <>
      {entries.map((entry) => (
        <RailLink key={entry.path} {...entry} onChosen={onChosen} />
      ))}
      <hr className="my-1 border-line" />
      <RailLink
        label="Back to app"
        detail="Deployments"
        path={paths.deployments()}
        icon={ArrowLeft}
        onChosen={onChosen}
      />
    </>
  );
}
