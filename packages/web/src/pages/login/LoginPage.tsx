import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { type LoaderFunctionArgs, redirect, useNavigate, useSearchParams } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/user";
import { safeReturnTo } from "../../lib/return-to.ts";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { currentUser } from "../../session/session.ts";
import { findSession, landing, signIn } from "../../session/sign-in.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";

const target = (user: User, query: URLSearchParams) => safeReturnTo(query.get("returnTo")) ?? landing(user);

/** Whoever is signed in in this tab has no business at the sign-in form. */
export function loginLoader({ request }: LoaderFunctionArgs) {
  const user = currentUser();
  return user ? redirect(target(user, new URL(request.url).searchParams)) : null;
}

/** Sign-in with email and password. A session that exists already is found while the form is shown. */
export function LoginPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    let here = true;
    void findSession().then((user) => here && user && navigate(target(user, query), { replace: true }));
    return () => void (here = false);
  }, [navigate, query]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const result = await signIn({ email, password });
    if ("user" in result) return navigate(target(result.user, query), { replace: true });
    setFailure(result.failure);
    setBusy(false);
  }

  return (
    <PublicFrame>
      <title>Sign in - Shardwatch</title>
      <div className="grid gap-6 rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            Sign in
          </h1>
          <p className="text-muted">Use your Redis Cloud account.</p>
        </div>
        <form onSubmit={(event) => void submit(event)} className="grid gap-4">
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <div role="alert">
            {failure && (
              <p className="flex items-center gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
                <CircleAlert aria-hidden className="size-4 shrink-0" />
                {failure}
              </p>
            )}
          </div>
          <Button type="submit" look="primary" size="large" disabled={busy || !email || !password}>
            {busy ? "Signing in..." : "Sign in"}
          </Button>
        </form>
      </div>
    </PublicFrame>
  );
}
