import type { Member } from "@shardwatch/core/contract/people/member";
import { ForeignName } from "../../../ui/text/Foreign.tsx";
import { fullName } from "../../../lib/words/person-name.ts";

/** Who a dialog is about. */
export function MemberCard({ member }: { member: Member }) {
  const name = fullName(member);
  return (
    <p className="rounded-md border border-line bg-sunken px-3 py-2 wrap-anywhere">
      <ForeignName>{name || member.email}</ForeignName>
      {name && <span className="block text-sm text-muted">{member.email}</span>}
    </p>
  );
}
