import type { User } from "@shardwatch/core/contract/user";

const key = "user-storage";

/** The user that this tab remembers; what is damaged counts as nobody. Holds no secret. */
export function readStoredUser(): User | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "null") as {
      user?: User;
      isAuthenticated?: boolean;
    } | null;
    const known = stored?.isAuthenticated === true ? stored.user : undefined;
    const texts = [known?.email, known?.firstName, known?.lastName];
    return texts.every((text) => typeof text === "string") && Array.isArray(known?.roles) ? known : undefined;
  } catch {
    return undefined; // somebody else wrote there: the guard asks the API who is signed in
  }
}

/** Remembers the user for as long as the tab is open, or that nobody is signed in. */
export function storeUser(user: User | undefined): void {
  sessionStorage.setItem(key, JSON.stringify({ user: user ?? null, isAuthenticated: user !== undefined }));
}
