/**
 * The releases of the agent that fix a weakness of it, such as "0.3.1". An agent of an earlier release has the weakness.
 * None so far. A release that has such a fix adds its own version.
 */
export const agentSecurityFixes: readonly string[] = [];
