/** What an assistant gets, and what becomes of it. People decide by it. */
export function WhatTheyRead() {
  return (
    <ul className="max-w-prose list-disc space-y-1 ps-5 text-muted">
      <li>
        They read deployments, databases, history and changes. They read incidents with people's notes, and
        when licenses, certificates and support end. Names of servers, databases and accounts are in it.
      </li>
      <li>
        They need a token with the scope Read, or a person's command line with this scope. They read what that
        token or person may read.
      </li>
      <li>They change nothing. They get no secret, no key's value, no list of members and no audit.</li>
      <li>What they read goes to the company that runs the assistant. Nothing here can take it back.</li>
    </ul>
  );
}
