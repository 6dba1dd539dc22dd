import { everything } from "@shardwatch/core/contract/filter/filter";
import { Building2 } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { addressFor } from "../lib/address/address-for.ts";
import { EmptyState } from "../ui/state/EmptyState.tsx";
import { organizationOf } from "./address.ts";
import OrganizationField from "./OrganizationField.tsx";

/** The choice of no organization, where a screen cannot show all. */
export const unchosen = "Select an organization";

interface ChooseOrganizationProps {
  /** What the screen shows of one organization at a time. */
  what: string;
  /** Whether the choice is here. Otherwise it is above. */
  isHere?: boolean;
}

/** Shown instead of rows to a person who sees all organizations, where the API answers for one at a time. */
export function ChooseOrganization({ what, isHere = true }: ChooseOrganizationProps) {
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={Building2}
      title={`Select an organization to view ${what}`}
      action={
        isHere && (
          <OrganizationField
            filter={everything}
            unchosen={unchosen}
            onChange={(filter) => void navigate(addressFor(location, organizationOf(filter)))}
          />
        )
      }
    >
      This page shows one organization at a time.
    </EmptyState>
  );
}
