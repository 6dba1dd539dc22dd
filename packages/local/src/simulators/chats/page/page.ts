import { html } from "hono/html";
import { type Html, select } from "../../provider/layout.ts";
import type { Chats } from "../chats.ts";
import type { Place } from "../places.ts";
import { faultsOf, type Service } from "../settings.ts";
import { googleChatDrawn } from "./googlechat.ts";
import { pagerDutyDrawn } from "./pagerduty.ts";
import { slackDrawn } from "./slack.ts";
import { style } from "./style.ts";
import { teamsDrawn } from "./teams.ts";

/** Every service with what it was sent, drawn as the service shows it: plain forms, no script. */
export function chatsPage(chats: Chats, address: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Simulated chats and on-call services</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>Simulated chats and on-call services</h1>
          <p>Nothing here leaves this machine. Each service checks its limits and keeps its messages.</p>
          <form method="post" action="/chats/clear"><button>Clear everything</button></form>
          ${serviceDrawn({
            service: "slack",
            title: "Simulated Slack",
            place: "Channel",
            hint: html`<code>${address}/slack/api/</code> is the Web API. Use any token that begins with
              <code>xoxb-</code>, and any channel ID, such as <code>C0123456789</code>.`,
            places: chats.slack.all(),
            draw: slackDrawn,
          })}
          ${(["pagerduty", "pagerduty-eu"] as const).map((service) =>
            serviceDrawn({
              service,
              title: service === "pagerduty" ? "Simulated PagerDuty" : "Simulated PagerDuty (EU)",
              place: "Integration key",
              hint: html`Send events to <code>${address}/${service}/v2/enqueue</code>, with any routing key of
                32 characters.`,
              places: chats[service].all(),
              draw: pagerDutyDrawn,
            }),
          )}
          ${serviceDrawn({
            service: "teams",
            title: "Simulated Teams",
            place: "Workflow",
            hint: html`Post to
              <code>${address}/teams/workflows/demo/triggers/manual/paths/invoke?sig=demo</code>, with any
              name in the place of <code>demo</code>.`,
            places: chats.teams.all(),
            draw: teamsDrawn,
          })}
          ${serviceDrawn({
            service: "googlechat",
            title: "Simulated Google Chat",
            place: "Space",
            hint: html`Post to <code>${address}/googlechat/v1/spaces/demo/messages?key=demo&token=demo</code>,
              with any name in the place of <code>demo</code>.`,
            places: chats.googlechat.all(),
            draw: googleChatDrawn,
          })}
        </main>
        <footer>
          <a href="/control">Control</a> · <a href="/inbox">Inbox</a> · <a href="/receivers">Receivers</a> ·
          <a href="/chats/state">As JSON</a>
        </footer>
      </body>
    </html>`;
}

interface ServiceDrawn<Content extends object> {
  service: Service;
  title: string;
  /** What its places are called. */
  place: string;
  hint: Html;
  places: readonly Place<Content>[];
  draw: (content: Content) => Html;
}

function serviceDrawn<Content extends object>(shown: ServiceDrawn<Content>): Html {
  const { service, title, place, hint, places, draw } = shown;
  return html`<section class="service ${service}" aria-label="${title}">
    <h2>${title}</h2>
    <p class="hint">${hint}</p>
    ${places.length === 0 ? html`<p class="quiet">Nothing has arrived yet.</p>` : ""}
    ${places.map(
      (one) =>
        html`<article>
          <h3>${place} ${one.called} ${one.called === one.name ? "" : html`<code>${one.name}</code>`}</h3>
          ${settingsForm(service, one)}
          <ol class="messages">
            ${draw(one.content)}
          </ol>
        </article>`,
    )}
  </section>`;
}

function settingsForm(service: Service, { name, fault, delayMs, retryAfter, secret, requests }: Place): Html {
  return html`<details ${fault === "works" ? "" : "open"}>
    <summary>${requests} ${requests === 1 ? "request" : "requests"}. Make it misbehave</summary>
    <form method="post" action="/chats/settings/${service}/${encodeURIComponent(name)}">
      ${select("It", "fault", faultsOf[service], fault)}
      <label>Late by <input type="number" name="delayMs" min="0" value="${delayMs}" /> ms</label>
      <label
        >Retry-After <input type="number" name="retryAfter" min="0" value="${retryAfter}" /> seconds</label
      >
      ${
        service.startsWith("pagerduty")
          ? ""
          : html`<label
              >Accepts only the secret (empty: any) <input name="secret" autocomplete="off" value="${secret}"
            /></label>`
      }
      <button>Apply</button>
    </form>
  </details>`;
}
