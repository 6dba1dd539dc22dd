/** What the other side answered to a message that it did not take. */
export interface Refusal {
  status: number | null;
  /** The begin of its answer. */
  excerpt: string;
}

/** What a person does about it; undefined where the answer itself has to do. */
export type Advice = (refusal: Refusal) => string | undefined;

const newToken = "Install the app in Slack again, and enter its new bot token.";
const invite = "Invite the app to the channel in Slack, with “/invite @Shardwatch”.";

/** By what Slack calls an error. */
const bySlackError: Readonly<Record<string, string>> = {
  not_in_channel: invite,
  channel_not_found: `Check the channel ID. If the channel is private: ${invite[0]?.toLowerCase()}${invite.slice(1)}`,
  is_archived: "The channel is archived. Enter the ID of another one.",
  missing_scope: "Give the app the scope chat:write, and install it again.",
  invalid_auth: newToken,
  not_authed: newToken,
  token_revoked: newToken,
  token_expired: newToken,
  account_inactive: newToken,
};

export const slackAdvice: Advice = ({ excerpt }) => {
  const [, error = ""] = /"error":\s*"(\w+)"/.exec(excerpt) ?? [];
  return Object.hasOwn(bySlackError, error) ? bySlackError[error] : undefined;
};

export const pagerDutyAdvice: Advice = ({ status }) =>
  status === 400 ? "Check the integration key, and the region of the account." : undefined;

const isGone = (status: number | null): boolean => status !== null && [401, 403, 404, 410].includes(status);

export const teamsAdvice: Advice = ({ status }) =>
  isGone(status) ? "Check that the workflow is on, or make a new one and enter its address." : undefined;

export const googleChatAdvice: Advice = ({ status }) =>
  isGone(status) ? "Add a webhook to the space again, and enter its address." : undefined;
