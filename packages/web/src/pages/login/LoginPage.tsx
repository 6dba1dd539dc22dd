import { type FormEvent, useEffect, useState } from "react";
import { Link, type LoaderFunctionArgs, redirect, useNavigate, useSearchParams } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../../lib/paths.ts";
import { safeReturnTo } from "../../lib/return-to.ts";
import { whenIdle } from "../../lib/use-idle.ts";
import { Card } from "../../layout/Card.tsx";
import { LegalLinks } from "../../layout/LegalLinks.tsx";
import { ProviderButtons } from "../../layout/ProviderButtons.tsx";
import { PublicFrame } from "../../layout/PublicFrame.tsx";
import { providerPages } from "../../provider/pages.ts";
import { currentUser } from "../../session/session.ts";
import { findSession, landing, signIn, type SignInFailure } from "../../session/sign-in.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { TextLink, textLinkClass } from "../../ui/TextLink.tsx";
import { ObstacleHelp } from "./ObstacleHelp.tsx";

const target = (user: User, query: URLSearchParams) => safeReturnTo(query.get("returnTo")) ?? landing(user);

/** Whoever is signed in in this tab has no business at the sign-in form. */
export function loginLoader({ request }: LoaderFunctionArgs) {
  const user = currentUser();
  return user ? redirect(target(user, new URL(request.url).searchParams)) : null;
}

/** Sign-in with email and password, or at the provider. A session that exists already is found meanwhile. */
export function LoginPage() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<SignInFailure>();
  const returnTo = safeReturnTo(query.get("returnTo"));

  useEffect(() => {
    let here = true;
    // The form comes first: most who see it have no session.
    const forget = whenIdle(() => {
      void findSession().then((user) => here && user && navigate(target(user, query), { replace: true }));
    });
    return () => {
      here = false;
      forget();
    };
  }, [navigate, query]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(undefined);
    const result = await signIn({ email, password });
    if ("user" in result) return navigate(target(result.user, query), { replace: true });
    setRefusal(result);
    setBusy(false);
  }

  return (
    <PublicFrame>
      <Card heading="Sign in" text="Use your Redis Cloud account.">
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
          <Problem text={refusal?.failure}>
            <ObstacleHelp obstacle={refusal?.obstacle} returnTo={returnTo} />
          </Problem>
          <Button type="submit" look="primary" size="large" disabled={busy || !email || !password}>
            {busy ? "Signing in..." : "Sign in"}
          </Button>
          <TextLink href={providerPages.forgotPassword(returnTo)} className="justify-self-center text-sm">
            Forgot your password?
          </TextLink>
        </form>
        <ProviderButtons
          verb="Sign in with"
          methods={["google", "github", "saml"]}
          address={(method) => providerPages.signInWith(method, returnTo)}
        />
      </Card>
      <p className="text-center text-muted">
        New to Redis Cloud?{" "}
        <Link to={paths.signUp(returnTo)} className={textLinkClass}>
          Sign up
        </Link>
      </p>
      <LegalLinks />
    </PublicFrame>
  );
}
