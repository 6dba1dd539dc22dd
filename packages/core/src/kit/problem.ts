/**
 * All errors that the caller should know about.
 * Any other error is a defect: it is logged and answered as `internal`.
 */
export const problemStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  outdated: 412,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemKind = keyof typeof problemStatus;

export interface OrganizationChoice {
  id: string;
  name: string;
}

export interface ProblemOptions {
  /** Machine-readable, upper case, e.g. NO_ORGANIZATION. Defaults to one per kind. */
  code?: string;
  /** One sentence for each fault, starting with the field's name. */
  details?: string[];
  /** For AMBIGUOUS_DEPLOYMENT: the organizations to choose from. */
  organizations?: OrganizationChoice[];
  /** For tooMany and unavailable: when a retry makes sense. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

const defaultCodes: Record<ProblemKind, string> = {
  invalid: "INVALID",
  unauthenticated: "UNAUTHENTICATED",
  forbidden: "FORBIDDEN",
  notFound: "NOT_FOUND",
  conflict: "CONFLICT",
  outdated: "OUTDATED",
  tooLarge: "TOO_LARGE",
  unsupported: "UNSUPPORTED",
  tooMany: "TOO_MANY_REQUESTS",
  internal: "INTERNAL",
  unavailable: "UNAVAILABLE",
};

/** An error whose message may be shown to the caller. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string;
  readonly details: string[] | undefined;
  readonly organizations: OrganizationChoice[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ProblemKind, message: string, options: ProblemOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "Problem";
    this.kind = kind;
    this.code = options.code ?? defaultCodes[kind];
    this.details = options.details;
    this.organizations = options.organizations;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return problemStatus[this.kind];
  }
}

/**
 * The problem of a request with wrong fields. Its message is the first fault, with the field in front.
 * @param faults one for each wrong field, such as "memory: must be a size"; at least one
 */
export const wrongFields = (faults: string[]): Problem =>
  new Problem("invalid", (faults[0] ?? "").replace(": ", " "), { details: faults });
