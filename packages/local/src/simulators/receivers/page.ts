import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import { html } from "hono/html";
import { type Html, page, select } from "../provider/layout.ts";
import { type Arrival, receiverFaults, type ReceiverState } from "./state.ts";
import { verify } from "./verify.ts";

/** All receivers: plain forms, no script. */
export function receiverPage(receivers: readonly ReceiverState[], address: string): Html {
  const sections = receivers.map((receiver) => receiverSection(receiver, address));
  return page(
    "Receivers of webhooks",
    html`<p>
        Point a webhook at <code>${address}/</code> and any name of small letters, digits and hyphens, such as
        <code>${address}/on-call</code>.
      </p>
      ${sections.length > 0 ? sections : html`<p>Nothing has arrived yet.</p>`}`,
  );
}

function receiverSection({ name, arrivals, ...settings }: ReceiverState, address: string): Html {
  return html`<section>
    <h2>${name}</h2>
    <p><code>${address}/${name}</code></p>
    <form method="post" action="/receivers/${name}/settings">
      ${select("It", "fault", receiverFaults, settings.fault)}
      <label>Late by <input type="number" name="delayMs" min="0" value="${settings.delayMs}" /> ms</label>
      <label
        >Retry-After
        <input type="number" name="retryAfter" min="0" value="${settings.retryAfter}" /> seconds</label
      >
      <label>Signing secret <input name="secret" autocomplete="off" value="${settings.secret}" /></label>
      <button>Apply</button>
    </form>
    ${arrivals.map((arrival) => arrivalOf(arrival, settings.secret))}
  </section>`;
}

function arrivalOf(arrival: Arrival, secret: string): Html {
  const { at, headers, body, answered } = arrival;
  const time = new Date(at).toISOString();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return html`<details>
    <summary>
      <time datetime="${time}">${time}</time> ${eventOf(body)}: ${verify(arrival, secret)};
      ${receiverFaults[answered].toLowerCase()}
    </summary>
    <pre style="white-space:pre-wrap">${lines.join("\n")}</pre>
    <pre style="white-space:pre-wrap">${indented(body)}</pre>
  </details>`;
}

function eventOf(body: string): string {
  const read = parseJson(body);
  const type = typeof read === "object" && read !== null && "type" in read ? read.type : undefined;
  return typeof type === "string" ? type : "no event";
}

function indented(body: string): string {
  const read = parseJson(body);
  return read === undefined ? body : JSON.stringify(read, undefined, 2);
}
