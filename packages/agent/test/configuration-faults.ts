import { readConfiguration } from "../src/configuration/read.ts";
import { ConfigurationError } from "../src/configuration/yaml.ts";

/** What is wrong with the variables and, where one is given, the file. */
export function faultsOf(variables: Record<string, string>, file?: string): readonly string[] {
  try {
    readConfiguration(file, variables);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}
