/*
 * The services that messages go to at an address that nobody types. Of Google Chat, people paste the whole address of a
 * webhook, which has to begin with this one.
 */

/** Each service, and the begin of its addresses. */
export const services = {
  slack: "https://slack.com/api",
  pagerduty: "https://events.pagerduty.com/v2",
  pagerdutyEu: "https://events.eu.pagerduty.com/v2",
  googleChat: "https://chat.googleapis.com/v1",
} as const;

export type Service = keyof typeof services;

/** Where a service is for this installation. */
export const addressOfService = (
  { standIns }: { standIns?: Partial<Record<Service, string>> },
  service: Service,
): string => standIns?.[service] ?? services[service];
