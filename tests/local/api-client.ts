import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { RunningProduct } from "../e2e/product.ts";

/** A person at the API of a running product. */
export interface Person {
  call(method: string, path: string, body?: unknown): Promise<Response>;
  deployments(): Promise<DeploymentListItem[]>;
}

/** Signs in like a browser: at the provider first, then at the API. */
export async function signIn(product: RunningProduct, email: string): Promise<Person> {
  const { webUrl: origin, providerUrl, apiUrl } = product;
  const headers = { "content-type": "application/json", origin };
  const credentials = { username: email, password: "shardwatch-demo", auth_mode: "direct", origin };
  const login = await fetch(`${providerUrl}/api/v1/login`, {
    method: "POST",
    headers,
    body: JSON.stringify(credentials),
  });
  const arrival = await fetch(`${apiUrl}/auth/login`, {
    method: "POST",
    headers: { origin, cookie: cookiesOf(login) },
  });
  if (!arrival.ok) throw new Error(`the API answered ${arrival.status} to the sign-in`);
  const cookie = `${cookiesOf(login)}; ${cookiesOf(arrival)}`;
  const call = async (method: string, path: string, body?: unknown) =>
    await fetch(`${apiUrl}${path}`, {
      method,
      headers: { ...headers, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    call,
    async deployments() {
      const answer = await call("GET", "/deployments");
      return ((await answer.json()) as DeploymentList).deployments;
    },
  };
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
}
