import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { useSearchParams } from "react-router-dom";
import { parameters } from "../../lib/address/urls.ts";
import { useUser } from "../../session/session.ts";

/** Says why the invitation in the address is not among the pending ones; empty when it is. */
export function InvitationOver({ pending }: { pending: readonly Invitation[] }) {
  const [query] = useSearchParams();
  const user = useUser();
  const id = query.get(parameters.invitation);
  if (id === null || pending.some((one) => one.id === id)) return null;
  return (
    <div role="status" className="panel grid gap-0.5 p-4">
      <p className="font-medium">This invitation can't be answered</p>
      <p className="max-w-prose text-sm wrap-anywhere text-muted">
        It was answered or cancelled, it has expired, or it's for somebody else. You're signed in as{" "}
        {user?.email}.
      </p>
    </div>
  );
}
