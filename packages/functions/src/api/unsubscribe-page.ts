import { html } from "hono/html";
import { page } from "./page.ts";

/** Asks first: programs that check the links of a mail open this page, too. */
export const askPage = () =>
  page(
    "End mail about incidents",
    html`<p>You will get no more mail about incidents. The list of incidents stays as it is.</p>
      <form method="post"><button>End mail</button></form>`,
  );

/** @param webOrigin where the setting is */
export const endedPage = (webOrigin: string) =>
  page(
    "Mail has ended",
    html`<p>You get no more mail about incidents.</p>
      <p><a href="${webOrigin}/profile/organization">Your settings</a> switch it on again.</p>`,
  );
