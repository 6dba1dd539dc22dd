import type { Channel } from "@shardwatch/core/contract/channel/channel";

/** What people see of an address. */
export const Target = ({ channel }: { channel: Channel }) => (
  <span className="font-mono text-sm wrap-anywhere">{channel.managed?.target}</span>
);
