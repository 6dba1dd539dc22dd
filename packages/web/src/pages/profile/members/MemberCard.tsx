import type { Member } from "@shardwatch/core/contract/people/member";
import { fullName } from "../../../lib/words/inviter-name.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";

/** Who a dialog is about. */
export function MemberCard({ member }: { member: Member }) {
  const name = fullName(member);
  return (
    <p className="rounded-md border border-line bg-sunken px-3 py-2 wrap-anywhere">
      <strong>
        <Foreign>{name || member.email}</Foreign>
      </strong>
      {name && <span className="block text-sm text-muted">{member.email}</span>}
    </p>
  );
}
