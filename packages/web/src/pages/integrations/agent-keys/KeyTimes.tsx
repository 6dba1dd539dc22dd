import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { Fact, Facts } from "../../../ui/text/Facts.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { lastUse } from "./describe.ts";

/** The times of a key's row. Here the Tab key reaches each of them, with its exact moment. */
export function KeyTimes(key: AccessKey) {
  const used = lastUse(key);
  return (
    <Facts>
      <Fact name="Created">
        <TimeAgo date={key.createdAt} />
      </Fact>
      <Fact name="Last used">{used ? <TimeAgo date={used} /> : "Never used"}</Fact>
      {key.expiresAt !== null && (
        <Fact name="Expires">
          <TimeAgo date={key.expiresAt} />
        </Fact>
      )}
      {key.rotation && (
        <Fact name="Former secret ends">
          <TimeAgo date={key.rotation.formerSecretEndsAt} />
        </Fact>
      )}
    </Facts>
  );
}
