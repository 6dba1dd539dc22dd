/** What an assistant gets, and what becomes of it. People decide by it. */
export function WhatTheyRead() {
  return (
    <ul className="max-w-prose list-disc space-y-1 ps-5 text-muted">
      <li>
        They read deployments, databases, their history and changes, incidents with what people noted about
        them, and what ends soon. All with the names that your servers, accounts and people gave.
      </li>
      <li>
        They need a token with the scope Read, or a command line that is signed in with it. Then they read
        what that token or person may read.
      </li>
      <li>They change nothing. They get no secret, no key's value, no list of members and no audit.</li>
      <li>What they read goes to the company that runs the assistant.</li>
    </ul>
  );
}
