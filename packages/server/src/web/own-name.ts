const addresses = ["127.0.0.1", "[::1]"];

/**
 * Where a page is to be opened that was asked for by an address of this machine, while the product is at "localhost".
 * Under the address nothing works: to the API it is a foreign origin, and a cookie or a passkey is for one name. A proxy
 * may ask by the address, too, so any other name of the product is left alone.
 * @param webUrl the address of the web application
 * @param asked the Host header
 * @param path path and query of the page
 * @returns undefined where the page can be opened as it was asked for
 */
export function atOwnName(webUrl: string, asked: string | undefined, path: string): string | undefined {
  const { hostname, host, origin } = new URL(webUrl);
  const isAlias = addresses.some((address) => asked === host.replace("localhost", address));
  return hostname === "localhost" && isAlias ? `${origin}${path}` : undefined;
}
