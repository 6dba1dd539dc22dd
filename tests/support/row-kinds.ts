import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StoredRow } from "@shardwatch/core/table/row";
import { testedIntegrations } from "./integrations/all.ts";
import { type Fields, RowKind } from "@shardwatch/core/table/row";

/** The kind of a row, by its key. */
const kinds: [pattern: RegExp, kind: string][] = [
  [/^SESSION#/, "session"],
  [/^PROVIDERSESSION#/, "provider session"],
  [/^SIGNINLINK#/, "sign-in link"],
  [/^OWNSESSION#/, "own session"],
  [/^PASSKEY#/, "passkey holder"],
  [/^DEVICELOGIN#/, "device login"],
  [/^ACCOUNT#\w+ PERSONALSESSION#/, "personal session"],
  [/^ACCOUNT#\w+ PASSKEY#/, "passkey"],
  [/^ACCOUNT#\w+ PASSKEYS$/, "passkey list"],
  [/^AUDIT#/, "audit event"],
  [/^ATTEMPTS#/, "attempts"],
  [/^ACCOUNT#\w+ NOTE#/, "notification"],
  [/^ACCOUNT#\w+ ACCOUNT$/, "account"],
  [/^(ORG|ACCOUNT)#[\w-]+ INVITE#/, "invitation"],
  [/^(ORG|ACCOUNT)#\w+ VIEW#/, "view"],
  [/^(ORG|ACCOUNT)#\w+ VIEWNAMES$/, "view names"],
  [/^IDENTITY#/, "identity"],
  [/^EMAIL#/, "email"],
  [/^KEY#/, "credential"],
  [/^TOKEN#\w+ ENDED#/, "ended secret"],
  [/^TOKEN#/, "token"],
  [/^ORG#\w+ TOKEN#/, "token entry"],
  [/^ORG#\w+ ASSISTANTS$/, "assistants"],
  [/^ORG#\w+ CLIENTTOKEN#/, "client token"],
  [/^ORG#\w+ ORG$/, "organization"],
  [/^ORG#\w+ MEMBER#/, "member"],
  [/^ORG#\w+ KEY#/, "access key"],
  [/^ORG#\w+ NEWS#/, "announcement"],
  [/^ORG#\w+ DELETED#/, "tombstone"],
  [/^ORG#\w+ PULSE#/, "pulse"],
  [/^ORG#\w+ TRAIL#/, "trail"],
  [/^ORG#\w+ TRAILMOVE#/, "trail move"],
  [/^ORG#\w+ HOURS#/, "hours"],
  [/^ORG#\w+ DAYS#/, "days"],
  [/^ORG#\w+ OUTLOOK#/, "outlook"],
  [/^ORG#\w+ FOLDED$/, "fold progress"],
  [/^ORG#\w+ FORGET#/, "forgotten deployment"],
  [/^ORG#\w+ TOTALS#/, "totals"],
  [/^ORG#\w+ SPARKS#/, "sparks"],
  [/^ORG#\w+ CENSUS#/, "census"],
  [/^ORG#\w+ NEWEST#look$/, "gathering"],
  [/^ORG#\w+ NEWEST#/, "newest figures"],
  [/^ORG#\w+ DEP#/, "summary"],
  [/^ORG#\w+ DETAIL#/, "detail"],
  [/^ORG#\w+ FLEET#rest$/, "fleet rest"],
  [/^ORG#\w+ FLEET#/, "fleet page"],
  [/^ORG#\w+ ROOM$/, "usage"],
  [/^ORG#\w+ QUOTA$/, "quota"],
  [/^ORG#\w+ CHANGED$/, "last change"],
  [/^ORG#\w+ CHANGE#/, "change"],
  [/^ORG#\w+ INVITEE#/, "invitee"],
  [/^ORG#\w+ ALERT#CLOCK$/, "incident clock"],
  [/^ORG#\w+ ALERT#PATCHED$/, "patched versions"],
  [/^ORG#\w+ ALERT#STATE#/, "incident state"],
  [/^ORG#\w+ (ALERT#OPEN|INCIDENT)#/, "incident"],
  [/^ORG#\w+ ALERT#SILENCE#/, "silence"],
  [/^ORG#\w+ ALERT#RULE#/, "rule"],
  [/^ORG#\w+ RULENAMES$/, "rule names"],
  [/^ORG#\w+ ALERT#ROUTES$/, "routes"],
  [/^PLATFORM CANARY$/, "canary"],
  [/^PLATFORM SHARED$/, "shared organization"],
  [/^CONFIGURATION FILE$/, "configuration file"],
  [/^CONFIGURATION ORGANIZATION#/, "configuration entry"],
  [/^PLATFORM TICKS$/, "ticks"],
  [/^PLATFORM RUN#/, "scheduled run"],
  [/^PLATFORM VAULTKEY$/, "vault key"],
  [/^PLATFORM FIRSTPERSON$/, "first person"],
  [/^PLATFORM ATTEMPTSECRET$/, "attempt secret"],
  [/^JOB#/, "job lease"],
  [/^ORG#\w+ CHANNEL#/, "channel"],
  [/^ORG#\w+ CHANNELNAMES$/, "channel names"],
  [/^ORG#\w+ DELIVERY#/, "delivery"],
  [/^ACCOUNT#\w+ MAIL$/, "mail settings"],
  ...testedIntegrations.flatMap(({ rows }) => rows),
];

/** The name of a row's kind; the key itself for a row of a kind that is not listed. */
export function kindOf({ pk, sk }: Pick<StoredRow, "pk" | "sk">): string {
  const key = `${pk} ${sk}`;
  return kinds.find(([pattern]) => pattern.test(key))?.[1] ?? key;
}

/** Every kind that a noun of core declares, by its name. */
export async function declaredKinds(): Promise<Map<string, RowKind<Fields>>> {
  const source = fileURLToPath(new URL("../../packages/core/src/", import.meta.url));
  const tables = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".table.ts"),
  );
  const modules = await Promise.all(
    tables.map(async (path) => Object.values((await import(`${source}${path}`)) as object) as unknown[]),
  );
  const declared = modules.flat().filter((value) => value instanceof RowKind);
  return new Map(declared.map((kind: RowKind<Fields>) => [kind.name, kind]));
}
