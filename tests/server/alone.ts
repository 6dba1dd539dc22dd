import { ownPort } from "../support/ports.ts";
import { type ServerProcess, settingsIn } from "./process.ts";

/** What a start without any provider needs: where it is, and in the tests a folder of their own. */
export async function settingsAlone(folder: string): Promise<Record<string, string>> {
  const {
    SHARDWATCH_DATA = "",
    WEB_DIST = "",
    PUBLIC_URL = "",
    PORT = "",
  } = settingsIn(folder, await ownPort());
  return { SHARDWATCH_DATA, WEB_DIST, PUBLIC_URL, PORT };
}

/** The link in what a server or a command prints. */
export const linkIn = (text: string): string | undefined =>
  /https?:\/\/\S+\/sign-in#[\w-]{43}/.exec(text)?.[0];
const tokenOf = (link: string) => new URL(link).hash.slice(1);

/** Enters by a link. */
export async function use(
  { apiUrl, webUrl }: ServerProcess,
  link: string,
  email?: string,
): Promise<Response> {
  const body = JSON.stringify({ token: tokenOf(link), email });
  const headers = { origin: webUrl, "content-type": "application/json" };
  return await fetch(`${apiUrl}/sign-in/link`, { method: "POST", headers, body });
}
