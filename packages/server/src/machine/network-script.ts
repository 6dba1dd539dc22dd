/**
 * What a guard in its own network namespace does before it starts the child, as a program for `node -e`.
 *
 * It brings up the loopback, which is down in a new namespace, and sends "up". For each number that it
 * receives, it opens a connection to the child and hands over the socket. A socket stays in the namespace that it was
 * opened in. So our process reads and writes it at its full speed, and nothing else is between.
 */
export const networkScript = (place: {
  hostname: string;
  port: number;
  socket?: string | undefined;
}): string => `
const net = require("node:net");
const { spawnSync } = require("node:child_process");
const { basename, dirname } = require("node:path");
const { hostname, port, socket: path } = ${JSON.stringify(place)};
const open = () => net.connect({ host: hostname, port, noDelay: true });

const PATH = (process.env.PATH ?? "") + ":/usr/sbin:/usr/bin:/sbin:/bin";
const up = ${JSON.stringify(waysToBringUp)}.some(
  ([program, ...args]) => spawnSync(program, args, { env: { PATH }, stdio: "ignore" }).status === 0,
);
if (!up) {
  console.error("neither ip nor perl could bring up the loopback of a new network namespace");
  process.exit(1);
}
process.umask(0o077);
process.send("up");
process.on("message", (id) => {
  const socket = open();
  socket.once("connect", () => process.send({ id }, socket));
  socket.once("error", ({ message }) => process.connected && process.send({ id, failed: message }));
});
if (path !== undefined) {
  process.chdir(dirname(path));
  net.createServer((near) => {
    const far = open();
    for (const [from, to] of [[near, far], [far, near]])
      from.on("error", () => undefined).once("close", () => to.destroy()).pipe(to);
  }).listen(basename(path));
}
`;

/**
 * Debian and Ubuntu always have perl, and nearly every Linux has ip. The numbers are those of <linux/sockios.h> and
 * <linux/if.h>: SIOCSIFFLAGS with IFF_UP and IFF_RUNNING.
 */
const waysToBringUp = [
  ["ip", "link", "set", "dev", "lo", "up"],
  ["perl", "-e", 'socket(S, 2, 2, 0) && ioctl(S, 0x8914, pack("a16 s x14", "lo", 65)) or exit 1'],
];
