import * as z from "zod";

/*
 * What of Block Kit the simulated Slack takes, with Slack's own limits in characters. Blocks of other types are
 * invalid here.
 */

const text = (longest: number) =>
  z.object({
    type: z.enum(["plain_text", "mrkdwn"]),
    text: z.string().min(1).max(longest),
    emoji: z.boolean().optional(),
    verbatim: z.boolean().optional(),
  });
const plain = (longest: number) => text(longest).extend({ type: z.literal("plain_text") });
const id = z.string().max(255).optional();

const button = z.object({
  type: z.literal("button"),
  text: plain(75),
  url: z.string().max(3_000).optional(),
  action_id: id,
  value: z.string().max(2_000).optional(),
  style: z.enum(["primary", "danger"]).optional(),
});

const image = z.object({ type: z.literal("image"), image_url: z.string().max(3_000), alt_text: z.string() });

const blockSchema = z.discriminatedUnion("type", [
  z
    .object({
      type: z.literal("section"),
      block_id: id,
      text: text(3_000).optional(),
      fields: z.array(text(2_000)).min(1).max(10).optional(),
      accessory: z.union([button, image]).optional(),
    })
    .refine((section) => section.text !== undefined || section.fields !== undefined, "needs text or fields"),
  z.object({ type: z.literal("header"), block_id: id, text: plain(150) }),
  z.object({ type: z.literal("divider"), block_id: id }),
  z.object({
    type: z.literal("context"),
    block_id: id,
    elements: z
      .array(z.union([text(3_000), image]))
      .min(1)
      .max(10),
  }),
  z.object({ type: z.literal("actions"), block_id: id, elements: z.array(button).min(1).max(25) }),
  z.object({ type: z.literal("rich_text"), block_id: id, elements: z.array(z.unknown()) }),
]);

export type SlackBlock = z.infer<typeof blockSchema>;
export type SlackText = z.infer<ReturnType<typeof text>>;
export type SlackButton = z.infer<typeof button>;

/** The blocks of a request, or what Slack would say is wrong with them. */
export function readBlocks(input: unknown): { blocks: SlackBlock[] } | { errors: string[] } {
  const read = z.array(blockSchema).max(50).safeParse(input);
  if (read.success) return { blocks: read.data };
  return { errors: read.error.issues.map(({ path, message }) => `[ERROR] ${message} [/${path.join("/")}]`) };
}

interface Found {
  /** Every text that people read, with whether `<…>` means something in it. */
  texts: { text: string; isMarkup: boolean }[];
  /** Elements of rich text that notify somebody. */
  pings: string[];
  /** Elements of rich text that lead elsewhere. */
  links: string[];
}

function find(node: unknown, found: Found): Found {
  if (Array.isArray(node)) for (const child of node) find(child, found);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return found;
  const { type, text: content, url } = node as Record<string, unknown>;
  if (typeof content === "string") found.texts.push({ text: content, isMarkup: type === "mrkdwn" });
  if (type === "broadcast" || type === "user" || type === "usergroup") found.pings.push(JSON.stringify(node));
  if (type === "link" && typeof url === "string") found.links.push(url);
  for (const child of Object.values(node)) if (typeof child === "object") find(child, found);
  return found;
}

export interface SlackContent {
  text: string;
  blocks?: SlackBlock[] | undefined;
  /** Whether `@channel` and names of people in `text` become mentions, by `link_names` or `parse: "full"`. */
  findsNames?: boolean;
}

/** Whom a message would ping, and where its links lead: the markup of each, as it was sent. */
export function marksOf({ text: top, blocks = [], findsNames = false }: SlackContent) {
  const { texts, pings, links } = find(blocks, { texts: [], pings: [], links: [] });
  const markup = [top, ...texts.filter(({ isMarkup }) => isMarkup).map(({ text: inner }) => inner)];
  const all = (pattern: RegExp) => markup.flatMap((part) => part.match(pattern) ?? []);
  return {
    pings: [
      ...all(/<(?:!(?:channel|here|everyone|subteam\^)|@)[^>]*>/g),
      ...(findsNames ? all(/@[\w.-]+/g) : []),
      ...pings,
    ],
    links: [...all(/<(?:https?:|mailto:|#)[^>]*>/gi), ...links],
  };
}

/** How long Slack takes a message to be, in characters. */
export const lengthOf = ({ text: top, blocks = [] }: SlackContent): number =>
  find(blocks, { texts: [], pings: [], links: [] }).texts.reduce(
    (sum, { text: inner }) => sum + inner.length,
    top.length,
  );
