/** The parts of the sentences that depend on the kind of server. */
export interface NetworkWords {
  /** Who owns the certificate: "server" or "cluster". */
  owner: string;
  /** Why nothing may listen at the address. */
  nothingListens: string;
  /** Which setting holds the host name. */
  hostName: string;
  /** How to correct a certificate for another name. */
  otherName: string;
  /** How to make the certificate trusted. */
  untrusted: string;
}

export const hostSilent = "The host isn't responding. A firewall may be dropping the connection.";

/** What each error code of Node and OpenSSL means, and what a person can do about it. */
export function networkErrors(words: NetworkWords): Readonly<Record<string, string>> {
  const { owner, nothingListens, hostName, otherName } = words;
  const untrusted = `is not trusted. ${words.untrusted}`;
  return {
    ECONNREFUSED: `Nothing is listening at this address: ${nothingListens}`,
    ENOTFOUND: `${hostName} can't be resolved by DNS.`,
    EAI_AGAIN: "The DNS server isn't responding.",
    EHOSTUNREACH: "There is no route to the host.",
    ENETUNREACH: "There is no route to the host's network.",
    ETIMEDOUT: hostSilent,
    ERR_TLS_CERT_ALTNAME_INVALID: `The ${owner}'s certificate was issued for a different name. ${otherName}`,
    CERT_HAS_EXPIRED: `The ${owner}'s certificate has expired.`,
    DEPTH_ZERO_SELF_SIGNED_CERT: `The ${owner}'s own certificate ${untrusted}`,
    SELF_SIGNED_CERT_IN_CHAIN: `The authority of the ${owner}'s certificate ${untrusted}`,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: `The ${owner}'s certificate ${untrusted}`,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `The ${owner}'s certificate ${untrusted}`,
  };
}
