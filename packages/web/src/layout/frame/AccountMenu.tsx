import type { User } from "@shardwatch/core/contract/people/user";
import { lazyModule } from "../../lib/loading/lazy-module.ts";
import { MenuButton } from "../../ui/popup/MenuButton.tsx";

const menu = lazyModule(() => import("./AccountMenuPopup.tsx"));

/** A person's initials: up to two letters. */
function initials({ firstName, lastName, email }: User): string {
  return (`${firstName.charAt(0)}${lastName.charAt(0)}` || email.charAt(0)).toUpperCase();
}

const className =
  "grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken text-xs font-semibold text-ink hover:bg-hover data-popup-open:bg-hover max-md:size-11 max-md:border-6 max-md:border-transparent max-md:bg-clip-padding";

/** The avatar with its menu. */
export function AccountMenu({ user }: { user: User }) {
  const trigger = { label: "Account menu", className, children: initials(user) };
  return (
    <MenuButton
      trigger={trigger}
      menu={menu}
      render={({ AccountMenuPopup }, openedBy) => (
        <AccountMenuPopup user={user} trigger={trigger} openedBy={openedBy} />
      )}
    />
  );
}
