import { Hono, type HonoRequest } from "hono";
import { html } from "hono/html";
import { page, select, words } from "../provider/layout.ts";
import { demoAccountId } from "./demo.ts";
import type { AwsState, Fault, Role } from "./state.ts";

const faults: readonly Fault[] = ["works", "denied", "throttled", "error", "unknown", "slow"];
/** What can misbehave on its own: a call, or everything in a region. */
const places = ["AssumeRole", "DescribeServerlessCaches", "GetMetricData", "eu-central-1", "us-east-1"];

/**
 * The pages of AWS's console that a person visits. These are CloudFormation's quick-create page, and a page
 * with the account's roles and the failures that AWS can simulate.
 */
export function awsConsole(state: AwsState, save: () => void): Hono {
  const app = new Hono();
  app.get("/", (c) => c.html(overview(state)));
  app.get("/cloudformation/home", (c) => c.html(quickCreate()));
  app.post("/roles", async (c) => {
    const form = await textsOf(c.req);
    const name = (form["name"] ?? "").replace(/[^\w+=,.@-]/g, "").slice(0, 64) || "ShardwatchReadOnly";
    const arn = `arn:aws:iam::${demoAccountId}:role/${name}`;
    const role: Role = {
      arn,
      externalIds: [form["externalId"] ?? ""],
      allowNoExternalId: form["open"] === "on",
      ...(form["like"] && { externalIdsLike: [form["like"]] }),
    };
    state.roles.splice(0, state.roles.length, ...state.roles.filter((other) => other.arn !== arn), role);
    save();
    return c.redirect("/aws/console");
  });
  app.post("/roles/delete", async (c) => {
    const { arn } = await textsOf(c.req);
    state.roles.splice(0, state.roles.length, ...state.roles.filter((role) => role.arn !== arn));
    save();
    return c.redirect("/aws/console");
  });
  app.post("/faults", async (c) => {
    const form = await textsOf(c.req);
    for (const place of places) {
      const fault = faults.find((one) => one === form[place]);
      if (fault) state.faults[place] = fault;
    }
    return c.redirect("/aws/console");
  });
  return app;
}

/** The texts of a form. */
async function textsOf(request: HonoRequest): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await request.text()));
}

function overview({ roles, faults: set }: AwsState) {
  return page(
    `Simulated AWS account ${demoAccountId}`,
    html`<h2>Roles</h2>
      ${roles.length === 0 ? html`<p>There are none.</p>` : ""}
      ${roles.map(
        (role) =>
          html`<form method="post" action="/aws/console/roles/delete">
            <code>${role.arn}</code> ${trustOf(role)} <input type="hidden" name="arn" value="${role.arn}" />
            <button>Delete</button>
          </form>`,
      )}
      <form method="post" action="/aws/console/roles">
        <label>Role name <input name="name" value="ShardwatchReadOnly" /></label>
        <label>External ID <input name="externalId" size="52" /></label>
        <label><input type="checkbox" name="open" /> Forget to ask for the external ID</label>
        <label>Also take external IDs like <input name="like" placeholder="*" size="52" /></label>
        <button>Create role</button>
      </form>
      <h2>What misbehaves</h2>
      <form method="post" action="/aws/console/faults">
        ${places.map((place) => select(place, place, words(faults), set[place] ?? "works"))}
        <button>Apply</button>
      </form>`,
  );
}

function trustOf({ allowNoExternalId, externalIdsLike }: Role): string {
  if (allowNoExternalId) return "lets in whoever asks";
  return externalIdsLike
    ? `takes every external ID like ${externalIdsLike.join()}`
    : "asks for its external ID";
}

/** The target of a quick-create link. Its parameters are behind the #, so only the browser can read them. */
function quickCreate() {
  return page(
    "Quick create stack",
    html`<p>AWS would create the role of the template in your account.</p>
      <form method="post" action="/aws/console/roles">
        <label>External ID <input name="externalId" size="52" readonly /></label>
        <input type="hidden" name="name" value="ShardwatchReadOnly" />
        <button>Create stack</button>
      </form>
      <script>
        const parameters = new URLSearchParams(location.hash.split("?")[1]);
        document.querySelector("[name=externalId]").value = parameters.get("param_ExternalId");
      </script>`,
  );
}
