import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import { asks, type Question } from "./question.ts";

/** Gathers one part of the overview. All parts see each deployment once, in one pass over the list. */
export interface Collector<Result> {
  add(deployment: DeploymentListItem, facts: Facts): void;
  result(): Result;
}

/** How many deployments a question matches. */
export interface Count {
  question: Question;
  deployments: number;
}

/** Counts the deployments of a question. */
export function counter(question: Question): Collector<Count> {
  const isAsked = asks(question);
  let deployments = 0;
  return {
    add: (_, facts) => {
      if (isAsked(facts)) deployments += 1;
    },
    result: () => ({ question, deployments }),
  };
}
