import { Problem } from "../kit/problem.ts";

/** What the work gives, or this while the storage is busy. */
export async function unlessBusy<T, U>(work: () => Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.kind === "unavailable") return otherwise;
    throw error;
  }
}
