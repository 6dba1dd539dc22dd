import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import * as z from "zod";
import { refuse } from "./envelope.ts";
import { maintenance } from "../faults.ts";
import { misbehave } from "./faults.ts";
import { changesOnlyFrom } from "./origin.ts";
import type { ProviderState } from "./state.ts";
import { randomBytes } from "node:crypto";

export interface Country {
  name: string;
  /** Two letters, as in ISO 3166-1. */
  code: string;
}

const list = `
AF Afghanistan | AX Åland Islands | AL Albania | DZ Algeria | AS American Samoa | AD Andorra |
AO Angola | AI Anguilla | AQ Antarctica | AG Antigua and Barbuda | AR Argentina | AM Armenia |
AW Aruba | AU Australia | AT Austria | AZ Azerbaijan | BS Bahamas | BH Bahrain | BD Bangladesh |
BB Barbados | BY Belarus | BE Belgium | BZ Belize | BJ Benin | BM Bermuda | BT Bhutan | BO Bolivia |
BA Bosnia and Herzegovina | BW Botswana | BV Bouvet Island | BR Brazil |
IO British Indian Ocean Territory | VG British Virgin Islands | BN Brunei | BG Bulgaria |
BF Burkina Faso | BI Burundi | KH Cambodia | CM Cameroon | CA Canada | CV Cape Verde |
BQ Caribbean Netherlands | KY Cayman Islands | CF Central African Republic | TD Chad | CL Chile |
CN China | CX Christmas Island | CC Cocos (Keeling) Islands | CO Colombia | KM Comoros |
CG Congo (Brazzaville) | CD Congo (Kinshasa) | CK Cook Islands | CR Costa Rica | CI Côte d'Ivoire |
HR Croatia | CU Cuba | CW Curaçao | CY Cyprus | CZ Czechia | DK Denmark | DJ Djibouti | DM Dominica |
DO Dominican Republic | EC Ecuador | EG Egypt | SV El Salvador | GQ Equatorial Guinea | ER Eritrea |
EE Estonia | SZ Eswatini | ET Ethiopia | FK Falkland Islands | FO Faroe Islands | FJ Fiji |
FI Finland | FR France | GF French Guiana | PF French Polynesia | TF French Southern Territories |
GA Gabon | GM Gambia | GE Georgia | DE Germany | GH Ghana | GI Gibraltar | GR Greece | GL Greenland |
GD Grenada | GP Guadeloupe | GU Guam | GT Guatemala | GG Guernsey | GN Guinea | GW Guinea-Bissau |
GY Guyana | HT Haiti | HM Heard and McDonald Islands | HN Honduras | HK Hong Kong | HU Hungary |
IS Iceland | IN India | ID Indonesia | IR Iran | IQ Iraq | IE Ireland | IM Isle of Man | IL Israel |
IT Italy | JM Jamaica | JP Japan | JE Jersey | JO Jordan | KZ Kazakhstan | KE Kenya | KI Kiribati |
KW Kuwait | KG Kyrgyzstan | LA Laos | LV Latvia | LB Lebanon | LS Lesotho | LR Liberia | LY Libya |
LI Liechtenstein | LT Lithuania | LU Luxembourg | MO Macao | MG Madagascar | MW Malawi | MY Malaysia |
MV Maldives | ML Mali | MT Malta | MH Marshall Islands | MQ Martinique | MR Mauritania |
MU Mauritius | YT Mayotte | MX Mexico | FM Micronesia | MD Moldova | MC Monaco | MN Mongolia |
ME Montenegro | MS Montserrat | MA Morocco | MZ Mozambique | MM Myanmar | NA Namibia | NR Nauru |
NP Nepal | NL Netherlands | NC New Caledonia | NZ New Zealand | NI Nicaragua | NE Niger | NG Nigeria |
NU Niue | NF Norfolk Island | KP North Korea | MK North Macedonia | MP Northern Mariana Islands |
NO Norway | OM Oman | PK Pakistan | PW Palau | PS Palestine | PA Panama | PG Papua New Guinea |
PY Paraguay | PE Peru | PH Philippines | PN Pitcairn Islands | PL Poland | PT Portugal |
PR Puerto Rico | QA Qatar | RE Réunion | RO Romania | RU Russia | RW Rwanda | BL Saint Barthélemy |
SH Saint Helena | KN Saint Kitts and Nevis | LC Saint Lucia | MF Saint Martin |
PM Saint Pierre and Miquelon | VC Saint Vincent and the Grenadines | WS Samoa | SM San Marino |
ST São Tomé and Príncipe | SA Saudi Arabia | SN Senegal | RS Serbia | SC Seychelles |
SL Sierra Leone | SG Singapore | SX Sint Maarten | SK Slovakia | SI Slovenia | SB Solomon Islands |
SO Somalia | ZA South Africa | GS South Georgia and South Sandwich Islands | KR South Korea |
SS South Sudan | ES Spain | LK Sri Lanka | SD Sudan | SR Suriname | SJ Svalbard and Jan Mayen |
SE Sweden | CH Switzerland | SY Syria | TW Taiwan | TJ Tajikistan | TZ Tanzania | TH Thailand |
TL Timor-Leste | TG Togo | TK Tokelau | TO Tonga | TT Trinidad and Tobago | TN Tunisia | TR Türkiye |
TM Turkmenistan | TC Turks and Caicos Islands | TV Tuvalu | UM U.S. Outlying Islands |
VI U.S. Virgin Islands | UG Uganda | UA Ukraine | AE United Arab Emirates | GB United Kingdom |
US United States | UY Uruguay | UZ Uzbekistan | VU Vanuatu | VA Vatican City | VE Venezuela |
VN Vietnam | WF Wallis and Futuna | EH Western Sahara | YE Yemen | ZM Zambia | ZW Zimbabwe`;

/** Every country and territory of ISO 3166-1, sorted by its English name. */
export const countries: Country[] = list
  .split("|")
  .map((entry) => entry.trim())
  .map((entry) => ({ code: entry.slice(0, 2), name: entry.slice(3) }));

const filled = z.string().trim().min(1);

/** What the marketing site takes for a sign-up. Strict: a field that is misspelt must not pass for one left out. */
const signUpPayload = z
  .strictObject({
    first_name: filled,
    last_name: filled,
    email: z.email(),
    company: filled,
    country: filled,
    password: z.string().min(1),
    utm_source: z.string(),
    utm_medium: z.string(),
    utm_campaign: z.string(),
    utm_term: z.string(),
    utm_content: z.string(),
    country_code: z.string().length(2),
    state_code: z.string(),
    state: z.string(),
    agreement: z.literal(true),
    promotional_emails: z.literal(false),
    marketo_params: z.array(z.strictObject({ name: filled, value: z.string() })),
    time_stamp: z.iso.datetime(),
    nonce: z.string(),
    product_type: z.literal("unifiedrc"),
  })
  .refine(
    ({ country, country_code }) =>
      countries.some(({ name, code }) => name === country && code === country_code),
    { path: ["country"], error: "must be one of the list, with its own code" },
  );

const lifetimeMs = 10 * 60_000;

/** Nonces that can be used once, for ten minutes. */
function createNonces(now: () => number) {
  const endings = new Map<string, number>();

  function issue(): string {
    for (const [nonce, end] of endings) if (end <= now()) endings.delete(nonce);
    const nonce = randomBytes(16).toString("base64url");
    endings.set(nonce, now() + lifetimeMs);
    return nonce;
  }

  /** Whether it was good; it is not any more. */
  function use(nonce: string): boolean {
    const end = endings.get(nonce) ?? 0;
    endings.delete(nonce);
    return end > now();
  }

  return { issue, use };
}

/** Where the list of countries is on the marketing site. No source documents the real path: this is a guess. */
export const countriesPath = "/api/countries";

/** The marketing site's part in a sign-up: countries, a nonce for each attempt, and the sign-up itself. */
export function marketingSite({ registry, faults, webOrigin, now }: ProviderState) {
  const nonces = createNonces(now);
  const site = new Hono();
  site.use(cors({ origin: webOrigin, credentials: true, allowHeaders: ["content-type"] }));
  site.use(changesOnlyFrom(() => webOrigin));
  site.use(misbehave(faults));

  site.get(countriesPath, (context) => {
    if (faults.countries === "failing") return refuse(context, 500, "internal-error");
    if (faults.countries === "signed-out") return refuse(context, 401, "unauthorized");
    if (faults.countries === "damaged") return maintenance(context);
    return context.json({ countries: faults.countries === "empty" ? [] : countries });
  });

  site.get("/api/proxy/nonce", (context) => {
    if (faults.signUp === "nonce-failing") return refuse(context, 500, "internal-error");
    context.header("cache-control", "no-store");
    return context.json({ nonce: nonces.issue() });
  });

  site.post("/api/proxy/signup", async (context) => {
    const input = signUpPayload.safeParse(await context.req.json().catch(() => undefined));
    if (!input.success) return refuse(context, 400, "invalid-request", { message: reasons(input.error) });
    const { first_name, last_name, email, company, password, nonce } = input.data;
    if (!nonces.use(nonce)) return refuse(context, 400, "invalid-nonce");
    if (faults.signUp === "refused") return refuse(context, 400, "signup-refused");
    if (faults.signUp === "failing") return refuse(context, 500, "internal-error");
    const person = { email, firstName: first_name, lastName: last_name, company, password };
    return registry.add(person) ? accepted(context) : refuse(context, 409, "user-already-exists");
  });

  site.get("*", (context) => context.text("Not found", 404));
  return site;
}

const accepted = (context: Context) => context.json({ errors: [] });

/** One clause for each field that is wrong, starting with its name. */
function reasons({ issues }: { issues: { path: PropertyKey[]; message: string }[] }): string {
  return issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`).join("; ");
}
