import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { KindSetting } from "./kinds/kind.ts";

interface TargetProps {
  channel: Channel;
  /** Of its kind: they say what people call the place. */
  settings: readonly KindSetting[];
}

/** What people see of an address, and where within it the messages go. */
export function Target({ channel: { managed }, settings }: TargetProps) {
  const { target = "", place = null } = managed ?? {};
  const called = settings.flatMap(({ options = [] }) => options).find(([value]) => value === place);
  return (
    <span className="grid wrap-anywhere max-md:justify-items-end">
      <span className="font-mono text-sm">{target}</span>
      {place !== null &&
        (called ? (
          <span className="text-sm text-muted">{called[1]}</span>
        ) : (
          <span className="font-mono text-sm text-muted">{place}</span>
        ))}
    </span>
  );
}
