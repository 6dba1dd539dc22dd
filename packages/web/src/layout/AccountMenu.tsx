import { lazy, Suspense, useState } from "react";
import type { User } from "@shardwatch/core/contract/user";

const load = () => import("./AccountMenuPopup.tsx");
const AccountMenuPopup = lazy(load);
const preload = () => void load();

/** Up to two letters for a person. */
function initials({ firstName, lastName, email }: User): string {
  return (`${firstName.charAt(0)}${lastName.charAt(0)}` || email.charAt(0)).toUpperCase();
}

const avatarClass =
  "grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken text-xs font-semibold text-ink hover:bg-hover data-popup-open:bg-hover";

/**
 * The avatar with its menu. The menu's code is as heavy as the rest of the page, so it is fetched when somebody
 * is about to open it.
 */
export function AccountMenu({ user }: { user: User }) {
  const [asked, setAsked] = useState(false);
  const avatar = (
    <button
      type="button"
      aria-label="Account menu"
      aria-haspopup="menu"
      aria-expanded={asked}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setAsked(true)}
      className={avatarClass}
    >
      {initials(user)}
    </button>
  );
  if (!asked) return avatar;
  return (
    <Suspense fallback={avatar}>
      <AccountMenuPopup user={user} letters={initials(user)} triggerClass={avatarClass} />
    </Suspense>
  );
}
