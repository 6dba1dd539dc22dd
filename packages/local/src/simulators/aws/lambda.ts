import { Hono } from "hono";

/** How the function behaves from now on. */
export type LambdaFault =
  | "works"
  | "throttled"
  | "denied"
  | "crashes"
  | "hanging"
  | "talks nonsense"
  | "endless"
  | "redirects";

/**
 * Invokes a function as Lambda does. A call's signature is read and not checked.
 * @param functions by name
 */
export function createLambdaSimulator(functions: Record<string, (event: unknown) => Promise<unknown>>) {
  const state = {
    fault: "works" as LambdaFault,
    events: [] as unknown[],
    /** The session tokens of the callers. Lambda gives every function one, and AWS takes no key without it. */
    sessionTokens: [] as (string | undefined)[],
  };
  const failure = (status: 403 | 404 | 429, type: string) =>
    Response.json(
      { Type: "User", Message: "secret-looking detail" },
      { status, headers: { "x-amzn-errortype": type } },
    );
  const crash = () =>
    Response.json(
      { errorType: "Error", errorMessage: "secret-looking detail" },
      { headers: { "x-amz-function-error": "Unhandled" } },
    );
  const app = new Hono();
  app.post("/2015-03-31/functions/:name/invocations", async (c) => {
    const { fault } = state;
    const scope = /Credential=\w+\/\d+\/[\w-]+\/lambda\/aws4_request/;
    if (!scope.test(c.req.header("authorization") ?? ""))
      return failure(403, "MissingAuthenticationTokenException");
    const called = functions[c.req.param("name")];
    if (!called) return failure(404, "ResourceNotFoundException");
    const event: unknown = await c.req.json();
    state.events.push(event);
    state.sessionTokens.push(c.req.header("x-amz-security-token"));
    if (fault === "hanging") return new Promise<Response>(() => undefined);
    if (fault === "throttled") return failure(429, "TooManyRequestsException");
    if (fault === "denied") return failure(403, "AccessDeniedException:http://internal.amazon.com/");
    if (fault === "crashes") return crash();
    if (fault === "talks nonsense") return c.text('{"outcome":"trusted?"');
    if (fault === "redirects") return c.redirect("/elsewhere", 307);
    if (fault === "endless") return new Response("x".repeat(100_000));
    try {
      return Response.json((await called(event)) ?? null);
    } catch {
      return crash();
    }
  });
  app.post("/elsewhere", (c) => c.json({ outcome: "trusted" }));
  return { fetch: app.fetch, state };
}
