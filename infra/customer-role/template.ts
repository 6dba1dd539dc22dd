import { fileURLToPath } from "node:url";
import { Template } from "aws-cdk-lib/assertions";
import { customerRole } from "./stack.ts";

/** What is deployed and what customers are given; written by main.ts. */
export const templateFile = fileURLToPath(new URL("template.json", import.meta.url));

/** The stack as CloudFormation reads it. */
export function templateText(): string {
  return `${JSON.stringify(Template.fromStack(customerRole()).toJSON(), undefined, 2)}\n`;
}
