import type { DeviceLogin } from "@shardwatch/core/contract/people/device-login";
import { personalSessionDays, usualScopes } from "@shardwatch/core/contract/people/personal-session-limits";
import type { TokenScope } from "@shardwatch/core/contract/token/scopes";
import { Check, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { decideOnDevice, lookAtDevice } from "../../../api/people/command-line.ts";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { useForm } from "../../../lib/use-form.ts";
import { useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { Form } from "../../../ui/form/Form.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { Notice } from "../../../ui/state/Notice.tsx";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { scopeNames } from "../programs/token-texts.ts";
import { ScopesField } from "../programs/ScopesField.tsx";

type Step = "code" | DeviceLogin | "allowed" | "refused";

/** Where a command line sends its person: they compare the code and say what it may do. */
export function Component() {
  const { hash } = useLocation();
  // The link of another terminal, opened in the same tab, begins anew.
  return <Device key={hash} code={hash.slice(1)} />;
}

function Device({ code }: { code: string }) {
  const [step, setStep] = useState<Step>("code");
  return (
    <>
      <PageHeading heading="Sign in to a command line" />
      <div className="grid max-w-2xl">
        {step === "code" && <AskCode given={code} onFound={setStep} />}
        {typeof step === "object" && <Decide login={step} onDecided={setStep} />}
        {(step === "allowed" || step === "refused") && <Decided isAllowed={step === "allowed"} />}
      </div>
    </>
  );
}

/** Asks for the code. A link of the terminal has it, and it is still the person who goes on. */
function AskCode({ given, onFound }: { given: string; onFound: (login: DeviceLogin) => void }) {
  const form = useForm({
    initial: { code: given },
    faultsOf: ({ code }) => ({
      code: code.trim() === "" ? "Type the code that your terminal shows" : undefined,
    }),
    send: async ({ code }) => onFound(await lookAtDevice(code)),
    failure: "That didn't work",
  });
  return (
    <Section heading="Code">
      <Form form={form} place="section" verb="Continue" pending="Looking…" focus="first-field">
        <p className="text-sm text-muted">
          You started <code>shardwatch login</code> in a terminal, and it shows a code. If you didn't, close
          this page.
        </p>
        <Field
          label="Code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          placeholder="WDJB-MJHT"
          {...form.field("code")}
        />
      </Form>
    </Section>
  );
}

interface DecideProps {
  login: DeviceLogin;
  onDecided: (step: Step) => void;
}

function Decide({ login, onDecided }: DecideProps) {
  const { code, client, network, isElsewhere, requestedAt, scopes: asked } = login;
  const user = useUser();
  const usual: readonly TokenScope[] = asked.filter((scope) => usualScopes.includes(scope));
  const more = asked.filter((scope) => !usualScopes.includes(scope));
  const form = useForm({
    // What it asks for beyond the usual is shown, and ticked by the person.
    initial: { scopes: usual },
    faultsOf: ({ scopes }) => ({ scopes: scopes.length === 0 ? "Choose at least one" : undefined }),
    send: async ({ scopes }) => {
      await decideOnDevice({ code, allow: true, scopes: [...scopes] });
      onDecided("allowed");
    },
    failure: "Failed to allow it",
  });
  const refusal = useForm({
    initial: {},
    send: async () => {
      await decideOnDevice({ code, allow: false });
      onDecided("refused");
    },
    failure: "Failed to refuse it",
  });
  return (
    <Section heading="Allow this command line?">
      <Form
        form={refusal.problem ? { ...form, problem: refusal.problem } : form}
        place="section"
        verb="Allow"
        pending="Allowing…"
        beside={
          <Button aria-disabled={refusal.busy} onClick={refusal.submit}>
            Refuse
          </Button>
        }
      >
        <div className="grid gap-1">
          <p className="text-sm text-muted">Your terminal has to show this code:</p>
          <p className="font-mono text-2xl font-semibold tracking-widest" data-testid="user-code">
            {code}
          </p>
        </div>
        <Facts>
          <Fact name="Program">
            <Foreign>{client}</Foreign>
          </Fact>
          <Fact name="From" mono>
            {network}
          </Fact>
          <Fact name="Asked">
            <TimeAgo date={requestedAt} />
          </Fact>
          <Fact name="Organization">{user?.organization?.name}</Fact>
        </Facts>
        {isElsewhere && (
          <p className="flex items-start gap-2 text-warn">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            It asks from another network than this browser. Allow it only if it is your own terminal.
          </p>
        )}
        <ScopesField
          chosen={form.values.scopes}
          fault={form.faultOf("scopes")}
          onChange={(scopes) => form.change({ scopes })}
        />
        {more.length > 0 && <p>It also asks for {scopeNames(more)}. Tick what you want to allow.</p>}
        <p className="text-sm text-muted">
          It acts as {user?.email ?? "you"}, and your role limits it, too. It ends after {personalSessionDays}{" "}
          days, when you end it under Settings, You, or when you leave the organization.
        </p>
      </Form>
    </Section>
  );
}

function Decided({ isAllowed }: { isAllowed: boolean }) {
  return (
    <div className="panel" role="status">
      <Notice icon={isAllowed ? Check : X} title={isAllowed ? "Allowed" : "Refused"}>
        {isAllowed
          ? "Go back to your terminal. You can close this page."
          : "The command line isn't signed in. You can close this page."}
      </Notice>
    </div>
  );
}
