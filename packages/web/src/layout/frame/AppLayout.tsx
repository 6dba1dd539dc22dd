import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Outlet } from "react-router-dom";
import { queryClient } from "../../api/query-client.ts";
import { useUser } from "../../session/session.ts";
import { Toasts } from "../../ui/popup/Toasts.tsx";
import { Header } from "./Header.tsx";

/**
 * The frame of every page behind the sign-in. It is empty between a session's end and the next page: a page
 * that stayed would call the API without a session.
 */
export function AppFrame({ children }: { children: ReactNode }) {
  const user = useUser();
  if (!user) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <Header user={user} />
      {/* As wide as the header, on every page: the controls of a page stay where those of the one before were. */}
      <main
        id="main"
        tabIndex={-1}
        className="ml-(--rail) grid max-w-[105rem] gap-4 px-4 py-6 outline-none lg:px-6"
      >
        {children}
      </main>
      <Toasts />
    </QueryClientProvider>
  );
}

/** The route that all pages behind the sign-in share. */
export function Component() {
  return (
    <AppFrame>
      <Outlet />
    </AppFrame>
  );
}
