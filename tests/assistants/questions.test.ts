import { tools } from "@shardwatch/core/assistants/tools";
import { charactersOfToken, longestAnswer } from "@shardwatch/core/contract/assistants/parts";
import { expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";
import { fieldsOf, without } from "./fields.ts";
import { faultsOf, play, type Played, readerIn, toolNamed } from "./play.ts";
import { questions } from "./questions.ts";
import { playMorning } from "./stage.ts";

const world = await worldOfFile();
const person = await playMorning(world);
const ctx = readerIn(world, person);
const played: Played[] = [];

test.each(questions.map((question) => [question.asks, question] as const))(
  "OUT15 %s",
  async (_, question) => {
    const one = await play(ctx, question);
    played.push(one);
    expect(faultsOf(one)).toEqual([]);
    for (const [place, answer] of one.answers.entries()) {
      const { output } = toolNamed(one.calls[place]?.tool ?? "");
      expect(output.safeParse(answer).error?.issues).toBeUndefined();
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(longestAnswer * charactersOfToken);
    }
  },
);

/** The questions that a tool answers, with one field taken out of its answers. */
const blinded = (tool: string, field: string): Played[] =>
  played.map((one) => ({
    ...one,
    answers: one.answers.map((answer, place) =>
      one.calls[place]?.tool === tool ? without(answer, field) : answer,
    ),
  }));

const answersOf = (tool: string) =>
  played.flatMap(({ calls, answers }) => answers.filter((_, place) => calls[place]?.tool === tool));

test.each(tools.map(({ name }) => name))(
  "OUT15 without any one field in the answers of %s, some question is answered wrongly",
  (tool) => {
    const fields = new Set(answersOf(tool).flatMap((answer) => fieldsOf(answer)));
    const needless = [...fields].filter((field) => blinded(tool, field).flatMap(faultsOf).length === 0);
    expect(needless).toEqual([]);
  },
);
