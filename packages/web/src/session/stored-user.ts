import type { User } from "@shardwatch/core/contract/people/user";

const key = "user-storage";

/** The stored user of this tab; damaged data counts as none. It holds no secret. */
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
    return undefined; // foreign or damaged data: the guard calls the API
  }
}

/** Stores the user, or that nobody is signed in, until the tab is closed. */
export function storeUser(user: User | undefined): void {
  sessionStorage.setItem(key, JSON.stringify({ user: user ?? null, isAuthenticated: user !== undefined }));
}
