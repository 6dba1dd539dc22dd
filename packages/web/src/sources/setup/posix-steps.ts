/*
 * Steps of a command for a POSIX shell. Each ends with &&, so the next one runs only if it succeeded. The shell reads
 * the whole command before it runs any of it, so what a step asks for is not taken from the pasted text.
 */

/** Fails where the file is there: replacing it could lose another key. */
export const isNew = (file: string, more = ""): string =>
  `{ test ! -e ${file} || { echo "${file} exists already. Remove it, or paste this into another folder.${more}" >&2; false; }; } &&\n`;

/** Writes lines to a new file that only its owner can read. */
export const writeNew = (file: string, lines: string): string =>
  `(umask 077 && set -C && cat > ${file}) <<'END' &&\n${lines}END\n`;

/** Asks for the server's password without showing it, and adds it to a file, behind a text. Empty lines don't count. */
export const askPassword = (file: string, before = ""): string =>
  `(umask 077; printf "Password of the Redis server: " >&2; trap "stty echo 2>/dev/null; echo >&2" 0 2; stty -echo 2>/dev/null; { ${before && `printf ${before} && `}grep -m 1 .; } >> ${file}) &&\n`;
