import { useOrganizationName } from "../session/organization-name.ts";
import { useMay } from "../session/session.ts";
import { Foreign } from "../ui/text/Foreign.tsx";

/** Whose object a page shows, for people who see all organizations. */
export function OwnerName({ id }: { id: string }) {
  const seesAll = useMay("seeEveryOrganization");
  const name = useOrganizationName(seesAll ? id : undefined);
  return (
    name !== undefined && (
      <span className="text-muted">
        Organization: <Foreign className="wrap-anywhere">{name}</Foreign>
      </span>
    )
  );
}
