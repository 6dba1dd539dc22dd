/** Knows which settings are environment variables. */
export interface Names {
  /**
   * The environment variable of a setting; undefined for a setting of the file.
   * @param path in the form of the file, e.g. "deployments[1].tls.ca"
   */
  variableOf(path: string): string | undefined;
}

/** The names of a configuration that is a file alone. */
export const fileNames: Names = { variableOf: () => undefined };

/** Collects what is wrong with a configuration, in one sentence for each fault. */
export class Faults {
  /** Each starts with the name of the setting. */
  readonly list: string[] = [];
  readonly names: Names;

  constructor(names: Names = fileNames) {
    this.names = names;
  }

  /** @param path in the form of the file; a variable is named instead where the setting is one */
  note(path: string, message: string): void {
    this.list.push(`${this.names.variableOf(path) ?? path}: ${message}`);
  }

  noteVariable(variable: string, message: string): void {
    this.list.push(`${variable}: ${message}`);
  }
}
