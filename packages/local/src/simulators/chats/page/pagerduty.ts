import { html } from "hono/html";
import type { Html } from "../../provider/layout.ts";
import type { Alert, LogLine, PagerDutyKey } from "../pagerduty.ts";
import { link, timeOf } from "./text.ts";

/** The alerts of an integration, the newest first, each with its log; then the events that changed nothing. */
export function pagerDutyDrawn({ alerts, dropped }: PagerDutyKey): Html {
  return html`${alerts.toReversed().map((alert) => html`<li>${alertDrawn(alert)}</li>`)}
  ${dropped.map(
    ({ at, action, dedup_key: key }) =>
      html`<li class="quiet">${timeOf(at)} Dropped: ${action} of ${key}, which has no open alert.</li>`,
  )}`;
}

function alertDrawn(alert: Alert): Html {
  const { summary, severity, state, source, dedup_key: key, log, links, client, client_url: url } = alert;
  return html`<div class="message">
    <p class="sender">
      <span class="tag ${state}">${state}</span> <span class="tag">${severity}</span>
      ${log[0] ? timeOf(log[0].at) : ""}
    </p>
    <p class="title">${summary}</p>
    <dl>
      ${[
        ["Source", source],
        ["Component", alert.component],
        ["Group", alert.group],
        ["Class", alert.class],
        ["Alert key", key],
      ].map(([name, value]) =>
        value
          ? html`<dt>${name}</dt>
              <dd>${value}</dd>`
          : "",
      )}
    </dl>
    <p>
      ${client && url ? link(url, `View in ${client}`) : (client ?? "")}
      ${links.map(({ href, text = href }) => html`<br />${link(href, text)}`)}
    </p>
    ${
      alert.custom_details
        ? html`<details>
            <summary>Details</summary>
            <pre>${JSON.stringify(alert.custom_details, undefined, 2)}</pre>
          </details>`
        : ""
    }
    <ol class="thread">
      ${log.map((line) => html`<li>${lineDrawn(line)}</li>`)}
    </ol>
  </div>`;
}

const past = { trigger: "Triggered", acknowledge: "Acknowledged", resolve: "Resolved" } as const;

const lineDrawn = ({ at, action, summary, severity }: LogLine): Html =>
  html`${timeOf(at)} ${past[action]}${summary === undefined ? "" : ` (${severity}): ${summary}`}`;
