import { duePasses } from "@shardwatch/core/incident/due";
import { beforeAll, describe, expect, test } from "vitest";
import { CommandLine, served } from "../support/command-line.ts";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotFrom, slotStart } from "../support/slots.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const api = await served(world);
const owner = await signUp(world);
const { compositeKey } = await createKey(world, owner, "Agents");
const { secret } = await createToken(world, owner, { scopes: ["read", "incidents"] });
const line = new CommandLine({ SHARDWATCH_URL: api.url, SHARDWATCH_TOKEN: secret }, world.clock.now);
const run = line.run.bind(line);
const minute = 60_000;

/** One more minute, in which these are reported and judged. */
async function minuteOf(names: Readonly<Record<string, number>>): Promise<void> {
  world.clock.advance(minute);
  const deployments = Object.entries(names).map(([name, used]) =>
    reported(name, { databases: databases(1, used) }),
  );
  expect((await send(world, compositeKey, reportOf(world, deployments))).status).toBe(202);
  await duePasses(world.services);
  await lookAt(world, owner);
}
const well = { orders: 1, carts: 2 };

beforeAll(async () => {
  for (let passed = 0; passed < 3; passed += 1) await minuteOf(well);
});

describe("OUT04 the commands", () => {
  test("OUT04 list has the columns of the catalogue, headed by the fields that ask for them", async () => {
    const { code, stdout, stderr } = await run(["list", "orders", "util:..50"]);
    const [header, row, ...others] = stdout
      .trimEnd()
      .split("\n")
      .map((one) => one.split("\t"));
    expect([code, stderr, others]).toEqual([0, "", []]);
    expect(header).toEqual("NAME SEVERITY STATUS UTIL MEMORY DATABASES VERSION SOURCE UPDATED ID".split(" "));
    expect(row?.slice(0, 8)).toEqual(["orders", "ok", "active", "1.6%", "1.00 MiB", "1", "7.2.4", "agent"]);
    const chosen = await run([
      "list",
      "--columns",
      "name,version,memoryLimitBytes",
      "--no-header",
      "-carts:x",
    ]);
    expect(chosen).toMatchObject({ code: 2, stderr: expect.stringContaining("has no option -c") as string });
    const excluded = await run(["list", "--columns", "name,memoryLimitBytes", "--no-header", "-version:8"]);
    expect(excluded.stdout.split("\n").toSorted()).toEqual(["", "carts\t64.00 MiB", "orders\t64.00 MiB"]);
  });

  test("OUT04 databases, show, changes, history, outlook and targets say what the API says", async () => {
    expect((await run(["databases", "--sort", "memory", "--desc", "--columns", "deployment"])).stdout).toBe(
      "DEPLOYMENT\ncarts\norders\n",
    );
    // What heads a column sorts by it.
    const byUtil = await run(["databases", "--sort", "util", "--columns", "deployment,util"]);
    expect(byUtil.stdout).toBe("DEPLOYMENT\tUTIL\norders\t1.6%\ncarts\t3.1%\n");
    expect((await run(["databases", "--sort", "maxmemory"])).code).toBe(0);
    const shown = await run(["show", "orders"], { terminal: { columns: 100, rows: 50 } });
    expect(shown.stdout).toMatch(/^Name +orders\nID +dep_/);
    expect(shown.stdout).toContain("Reported by   Agents");
    const piped = (await run(["show", "orders"])).stdout;
    expect(piped).toMatch(/^Name\torders\nID\tdep_.*\nDATABASE\tSTATUS\t.*\ndb 0\tactive\t/s);
    const [{ id }] = JSON.parse((await run(["list", "orders", "--json"])).stdout) as [{ id: string }];
    expect((await run(["show", id, "--json", "name"])).stdout).toBe('{\n  "name": "orders"\n}\n');
    const gone = await run(["show", "order"]);
    expect(gone).toMatchObject({ code: 1, stderr: "shardwatch: There is no deployment “order”.\n" });
    expect((await run(["changes", "--columns", "what", "--no-header"])).stdout).toBe("appeared\n");
    const outlook = ["outlook", "--all", "--columns", "database,deployment,say", "--no-header"];
    const early = (await run(outlook)).stdout.trim().split("\n");
    expect(early.toSorted()).toEqual(["db 0\tcarts\tearly", "db 0\torders\tearly"]);
    expect(await run(["outlook", "--within", "14"])).toMatchObject({ code: 0 });
    const drawn = await run(["outlook"], { terminal: { columns: 120, rows: 40 } });
    expect(drawn.stdout + drawn.stderr).toContain(
      "No database is known to grow to its limit. Nothing can be said of 2 yet: see --all.",
    );
    const targets = await run(["targets"]);
    expect(targets).toMatchObject({ code: 0, stderr: "Left out: unknown 2, unusable 0, large 0\n" });
  });

  test("OUT13 a filter that makes no sense is refused before any call, with the nearest field", async () => {
    const before = api.calls.length;
    const { code, stderr, stdout } = await run(["list", "mem>1GiB", "utl:90"]);
    expect([code, stdout, api.calls.length]).toEqual([2, "", before]);
    expect(stderr).toContain("mem: is not a field; did you mean memory?");
    expect(stderr).toContain("utl: is not a field; did you mean util?");
  });

  test.each([
    [[], "shardwatch <command>"],
    [["lst"], "There is no command lst; did you mean list?"],
    [["list", "--jsn"], "list has no option --jsn; did you mean --json?"],
    [["list", "--json", "--csv"], "Choose one of --json, --csv."],
    [["list", "--json=nam"], "--json has no field “nam”; did you mean name?"],
    [["list", "--columns", "nam"], "There is no column “nam”; did you mean name?"],
    [["list", "--limit", "-1"], "--limit needs a value: --limit <number>"],
    [["list", "--limit", "0x10"], "--limit is a whole number from 1 on."],
    [["list", "--timeout", "0"], "--timeout is a whole number of seconds"],
    [
      ["databases", "--sort", "size"],
      "utilization, policy, tls, region, ops, clients, hits, lag, frag, runway, persistence, maxmemory, util.",
    ],
    [["check", "--severity", "high"], "--severity is one of critical, warning, info."],
    [["show"], "Name a deployment"],
    [["incidents", "orders"], "incidents takes no “orders”."],
    [["token"], "token needs one of show, revoke."],
    [["silence", "orders"], "A silence needs --for, how long, and -m, why."],
    [["silence", "--for", "2h", "-m", "x"], "A silence covers one of"],
    [["silence", "inc_01m8nbf1a0fx0x6aqwyfmzy340", "--for", "1h", "-m", "x"], "--incident <id>"],
    [["silence", "orders", "--for", "soon", "-m", "x"], "--for is a number with s, m, h or d"],
    [["ack", "orders"], "Name incidents by their ids"],
    [["silence", "--end", ".."], "An id has letters, digits, underscores and hyphens."],
    [["login", "https://shardwatch.example"], "--with-token"],
  ])("OUT13 wrong usage ends with 2 and one reason: %s", async (args, reason) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(reason);
  });

  test("OUT13 help, version and completion need no server and no token", async () => {
    const alone = new CommandLine();
    for (const args of [
      ["--version"],
      ["--help"],
      ["help", "check"],
      ["check", "--help"],
      ["completion", "fish"],
    ])
      expect(await alone.run(args)).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("OUT04 OUT13 check", () => {
  test("OUT13 it ends with 0 where all is well, with 1 for incidents, by severity and scope", async () => {
    expect(await run(["check"])).toMatchObject({
      code: 0,
      stderr: "No incident of severity warning or above. Deployments: 2.\n",
    });
    for (let passed = 0; passed < 7; passed += 1) await minuteOf({ ...well, carts: 62 });
    const [open] = await incidentsOf(world, owner);
    expect(open).toMatchObject({ rule: "memory-full", severity: "critical" });
    const found = await run(["check"]);
    expect(found).toMatchObject({ code: 1, stderr: "Incidents of severity warning or above: 1.\n" });
    expect(found.stdout.split("\n")[1]).toContain(open?.id);
    expect((await run(["check", "carts", "--severity", "critical"])).code).toBe(1);
    expect((await run(["check", "orders"])).code).toBe(0);
    const listed = await run(["list", "carts"], { terminal: { columns: 120, rows: 40 } });
    expect(listed.stdout).toContain("\u001b[31;1mcritical\u001b[0m");
  });

  test("OUT04 an incident is acknowledged and silenced, and a silenced one is counted beside the verdict", async () => {
    const [open] = await incidentsOf(world, owner);
    const id = open?.id ?? "";
    const acknowledged = await run(["ack", id, "-m", "More memory is ordered", "--json", "acknowledged"]);
    expect(JSON.parse(acknowledged.stdout)).toMatchObject([
      { acknowledged: { note: "More memory is ordered" } },
    ]);
    expect((await run(["ack", id, "--undo", "--columns", "state", "--no-header"])).stdout).toBe("open\n");
    const silenced = await run(["silence", "--incident", id, "--for", "2h", "-m", "Maintenance", "--json"]);
    const [{ id: silence }] = JSON.parse(silenced.stdout) as [{ id: string }];
    expect(await run(["check"])).toMatchObject({
      code: 0,
      stderr: "No incident of severity warning or above. Deployments: 2. 1 more is silenced.\n",
    });
    expect((await run(["silence", "--columns", "reason", "--no-header"])).stdout).toBe("Maintenance\n");
    const ended = { code: 0, stdout: "", stderr: `${silence} has ended.\n` };
    expect(await run(["silence", "--end", silence])).toMatchObject(ended);
    // One that has ended stays as it is.
    expect(await run(["silence", "--end", silence, "--json"])).toMatchObject({ ...ended, stderr: "" });
    expect((await run(["silence", "--no-header"])).stdout).toBe("");
    expect((await run(["check"])).code).toBe(1);
    for (let passed = 0; passed < 20; passed += 1) await minuteOf(well);
    expect((await run(["incidents", "--past", "--columns", "state", "--no-header"])).stdout).toBe(
      "recovered\n",
    );
  });

  test("OUT04 a silence that covers no deployment now is made, and that is said", async () => {
    const silenced = async (filter: string) =>
      await run(["silence", filter, "--for", "1h", "-m", "x", "--columns", "covers", "--no-header"]);
    expect(await silenced("orders")).toMatchObject({ code: 0, stdout: "orders\n", stderr: "" });
    const nothing = { code: 0, stdout: "region:nowhere\n", stderr: "It covers no deployment now.\n" };
    expect(await silenced("region:nowhere")).toMatchObject(nothing);
    expect((await silenced("frag>9")).stderr).toBe(
      "It covers no deployment now. Too little is known to cover 2 more.\n",
    );
    const { secret: narrow } = await createToken(world, await signInAgain(world, owner), {
      scopes: ["incidents"],
    });
    const env = { SHARDWATCH_TOKEN: narrow };
    const args = ["silence", "nobody", "--for", "1h", "-m", "x"];
    expect(await run(args, { env })).toMatchObject({ code: 0, stderr: "" });
  });

  test("OUT04 a history is drawn on a terminal, and what is not known is said", async () => {
    const slot = { ...slotFrom(slotStart(world, 1), ["orders"], 3_000_000) };
    const newest = reportOf(world, [reported("orders")], { slots: [slot] });
    expect((await send(world, compositeKey, newest)).status).toBe(202);
    const rows = (await run(["history", "orders", "--metric", "memoryUsed", "--since", "15m"])).stdout;
    expect(rows).toMatch(/^TIME\tMEMORYUSED\tSTATUS\n/);
    expect(rows).toMatch(/\n2026-03-01T12:\d\d:00.000Z\t3000320\tactive\n/);
    const terminal = { columns: 60, rows: 50 };
    const { stdout } = await run(["history", "orders", "--metric", "memoryUsed,clients"], { terminal });
    expect(stdout).toContain("Memory used\n2.86 MiB ┤");
    expect(stdout).toContain("█");
    expect(stdout).toMatch(/Connected clients: .+\n/);
    for (const one of stdout.split("\n").slice(0, 8)) expect(one.length).toBeLessThanOrEqual(60);
  });

  test("OUT13 what is not known ends with 2: no match, a silent deployment, no judgement, a missing scope", async () => {
    expect(await run(["check"])).toMatchObject({ code: 0 });
    expect(await run(["check", "name-that-nobody-has"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No deployment matches.") as string,
    });
    const { secret: narrow } = await createToken(world, await signInAgain(world, owner), {
      scopes: ["incidents"],
    });
    const refused = await run(["check"], { env: { SHARDWATCH_TOKEN: narrow } });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("It is not known") as string });
    // Any other command is refused, and had no doubt.
    expect((await run(["list"], { env: { SHARDWATCH_TOKEN: narrow } })).code).toBe(1);
    world.clock.advance(20 * minute);
    const silent = await run(["check", "orders"]);
    expect(silent.code).toBe(2);
    expect(silent.stderr).toContain("Incidents were judged last: 2026-03-01T");
    expect(silent.stderr).toContain("orders is stale.");
    expect(silent.stderr).toContain("The source Agents is silent");
  });
});
