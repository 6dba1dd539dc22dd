import type { FileContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Attempt, Done } from "../integration/managed.ts";
import { Problem } from "../kit/problem.ts";
import type { Applied } from "./configuration.ts";

/** One run over the file: counts what it does, and notes what fails. The rest of the file goes on. */
export class Run {
  readonly applied: Applied = { created: 0, changed: 0, removed: 0, failures: [] };

  /**
   * Does the work for one entry. A problem of this entry is noted; a defect is thrown.
   * @returns whether there was no problem
   */
  async attempt(path: string, work: () => Promise<Done>): Promise<boolean> {
    try {
      const done = await work();
      if (done) this.applied[done] += 1;
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const reason = [error.message, ...(error.details ?? [])].join(" ");
      this.applied.failures.push({ path, code: error.code, reason });
      return false;
    }
  }

  /** The same for the entries of a list. */
  in(list: string): Attempt {
    return (index, work) => this.attempt(index === undefined ? list : `${list}[${index}]`, work);
  }
}

/** The configuration file as the caller of verbs in one of its organizations. */
export const asFile = (services: Services, organizationId: OrganizationId): FileContext => ({
  ...services,
  actor: { kind: "file", organizationId },
  requestId: "configuration-file",
});
