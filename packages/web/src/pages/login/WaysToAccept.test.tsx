import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { WaysToAccept, type WaysToAcceptProps } from "./WaysToAccept.tsx";

const acceptance = "/profile/organization?invitation=inv_1";
const wayBack = `returnTo=${encodeURIComponent(acceptance)}`;
const joining = { busy: false, problem: undefined, submit: () => undefined };

const shown = (signIn: WaysToAcceptProps["signIn"], user?: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <WaysToAccept
        signIn={signIn}
        user={user}
        isInvitee={user === "bob@example.com"}
        acceptance={acceptance}
        joining={joining}
      />
    </MemoryRouter>,
  );

/** The texts and addresses of the links, and the texts of the buttons. */
const actionsIn = (html: string): string[] =>
  [...html.matchAll(/<(?:a [^>]*href="([^"]*)"|button )[^>]*>([^<]*)/g)].map(([, href = "", text = ""]) =>
    `${text} ${href}`.trim(),
  );

test.each(["links", "openId", "redisCloud"] as const)(
  "SCR13 AMD24 somebody who is signed in as the invitee accepts with that account (%s)",
  (signIn) => {
    expect(actionsIn(shown(signIn, "bob@example.com"))).toEqual([`Review and accept ${acceptance}`]);
  },
);

test("SCR13 where people are known here alone, they join by the link, or sign in and accept", () => {
  expect(actionsIn(shown("links"))).toEqual(["Join", `sign in /?${wayBack}`]);
});

test("SCR13 AMD24 at a provider people sign in first, and only Redis Cloud has a sign-up; both lead to the acceptance", () => {
  expect(actionsIn(shown("openId"))).toEqual([`Sign in to accept /?${wayBack}`]);
  expect(actionsIn(shown("redisCloud"))).toEqual([
    `Sign in to accept /?${wayBack}`,
    `Create an account /signup?${wayBack}`,
  ]);
});

test("SCR13 somebody who is signed in as another person is told so, and the invitation is not accepted as that person", () => {
  for (const signIn of ["openId", "redisCloud"] as const) {
    const html = shown(signIn, "ada@example.com");
    expect(html).toContain("signed in as ada@example.com.");
    expect(actionsIn(html)).toEqual(["Sign out"]);
  }
  const html = shown("links", "ada@example.com");
  expect(html).toContain("signed in as ada@example.com. Joining signs that account out here.");
  expect(actionsIn(html)).toEqual(["Join", "Sign out"]);
});
