const name = "must have a name, not an IP address";
const publicName = "must have a name that the public internet knows";
const whole = "must have a whole name with a dot";
const letters = "must have a name of letters, digits, hyphens and dots";
const https = 'must start with "https://"';
const port = "must use port 443 or 8443";
const user = "must not contain a name or a password";
const own = "must not be an address of Shardwatch itself";
const form = "must be an address like https://hooks.example.com/shardwatch";

/**
 * Spellings of places that no webhook may reach, with the start of the fault. The installation that refuses them has
 * the domain "shardwatch.example", and lets the simulator at http://localhost:4006 through.
 */
export const refusedAddresses: readonly (readonly [spelling: string, fault: string])[] = [
  // Loopback, the metadata service and private networks as IPv4, in every form that `URL` knows.
  ["https://127.0.0.1/", name],
  ["https://127.0.0.1./", name],
  ["https://127.1/", name],
  ["https://127.0.1/", name],
  ["https://2130706433/", name],
  ["https://0x7f000001/", name],
  ["https://0x7f.1/", name],
  ["https://0x7F.0x0.0x0.0x1/", name],
  ["https://017700000001/", name],
  ["https://0177.0.0.01/", name],
  ["https://0177.0x0.0.1/", name],
  ["https://①②⑦.⓪.⓪.①/", name],
  ["https://127。0。0。1/", name],
  ["https://\uff11\uff12\uff17.0.0.1/", name],
  ["https://%31%32%37.0.0.1/", name],
  ["https://127%2E0%2E0%2E1/", name],
  ["https://0/", name],
  ["https://0.0.0.0/", name],
  ["https://10.0.0.1/", name],
  ["https://172.16.0.1/", name],
  ["https://192.168.1.1/", name],
  ["https://100.64.0.1/", name],
  ["https://169.254.169.254/latest/meta-data/", name],
  ["https://2852039166/", name],
  ["https://0xa9fea9fe/", name],
  ["https://0251.0376.0251.0376/", name],
  ["https://255.255.255.255/", name],
  ["https://8.8.8.8/", name],
  ["https://1.2.3.4.5/", form],
  ["https://256.0.0.1/", form],
  ["https://a.0x7f/", form],
  // The same as IPv6.
  ["https://[::1]/", name],
  ["https://[0:0:0:0:0:0:0:1]/", name],
  ["https://[::]/", name],
  ["https://[::ffff:127.0.0.1]/", name],
  ["https://[::ffff:7f00:1]/", name],
  ["https://[::127.0.0.1]/", name],
  ["https://[64:ff9b::7f00:1]/", name],
  ["https://[fd00:ec2::254]/", name],
  ["https://[fe80::1]/", name],
  ["https://[fe80::1%25eth0]/", form],
  ["https://[2606:4700::1111]/", name],
  // Names that only this machine or its network resolves.
  ["https://localhost/", publicName],
  ["https://LOCALHOST/", publicName],
  ["https://localhost./", publicName],
  ["https://hooks.localhost/", publicName],
  ["https://LocalHost:8443/", publicName],
  ["https://printer.local/", publicName],
  ["https://metadata.google.internal/", publicName],
  ["https://metadata.google.internal./", publicName],
  ["https://ip-10-0-0-1.ec2.internal/", publicName],
  ["https://1.0.0.127.in-addr.arpa/", publicName],
  ["https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", publicName],
  ["https://loc\u{ad}alhost/", form],
  ["https://metadata/", whole],
  ["https://hooks.example.com../", letters],
  ["https://.example.com/", letters],
  ["https://hooks..example.com/", letters],
  ["https://hooks_1.example.com/", letters],
  [`https://${"a".repeat(64)}.example.com/`, letters],
  [`https://${"a.".repeat(130)}com/`, letters],
  // Other schemes, ports and users.
  ["http://hooks.example.com/", https],
  ["ftp://hooks.example.com/", form],
  ["file:///etc/passwd", form],
  ["gopher://hooks.example.com/", form],
  ["https://hooks.example.com:80/", port],
  ["https://hooks.example.com:22/", port],
  ["https://hooks.example.com:6379/", port],
  ["https://hooks.example.com:9001/", port],
  ["https://hooks.example.com@127.0.0.1/", user],
  ["https://user:pass@hooks.example.com/", user],
  ["https://@hooks.example.com/", user],
  ["https://127.0.0.1#@hooks.example.com/", name],
  ["https://127.0.0.1\\@hooks.example.com/", form],
  ["https:\\\\hooks.example.com/", form],
  ["https:hooks.example.com/", form],
  ["https:///hooks.example.com/", form],
  ["https://hooks.\texample.com/", form],
  ["https://hooks.example.com/\n", form],
  [" https://hooks.example.com/", form],
  ["//hooks.example.com/", form],
  ["hooks.example.com", form],
  // This installation.
  ["https://shardwatch.example/", own],
  ["https://api.shardwatch.example/agent/reports", own],
  ["https://API.ShardWatch.Example./", own],
  // Almost an origin that is let through.
  ["http://localhost:4005/", https],
  ["https://localhost:4006/", port],
  ["http://localhost:40060/", https],
  ["http://127.0.0.1:4006/", https],
];
