import { isId } from "@shardwatch/core/kit/ids";
import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import { command } from "../command.ts";
import { exit, wrongUsage } from "../exit.ts";
import { incidentFields, printedIncidents } from "./incident-columns.ts";

export const ack = command({
  name: "ack",
  summary: "Say that you take care of incidents, which ends their reminders",
  words: "<id…>",
  about: ["The token needs the scope `incidents`."],
  options: {
    note: { value: "text", short: "m", help: "why, for the others" },
    undo: { help: "take it back" },
  },
  fields: incidentFields,
  examples: [
    { line: 'shardwatch ack inc_01kb… -m "More memory is ordered"', does: "With a note." },
    { line: "shardwatch ack inc_01kb… --undo", does: "Takes it back." },
  ],
  async run({ values, words, api, output }) {
    const wrong = words.find((word) => !isId("incident", word));
    if (words.length === 0 || wrong !== undefined)
      throw wrongUsage("Name incidents by their ids, which begin with inc_.", [
        "shardwatch incidents --columns id,title",
      ]);
    if (values.undo && values.note !== undefined) throw wrongUsage("--undo takes no note.");
    const client = api();
    const changed: IncidentDetail[] = [];
    for (const id of words) {
      const one = { param: { id }, query: {} };
      const path = "/incidents/:id/acknowledgement";
      changed.push(
        values.undo
          ? await client.delete(path, one)
          : await client.post(path, { ...one, json: values.note === undefined ? {} : { note: values.note } }),
      );
    }
    await output.rows([changed], printedIncidents);
    return exit.done;
  },
});
