import { CONTROL_ROLE, PROVISIONER_ROLE, SUPERUSER } from "./cluster-configuration";

/** The prefix of `log_line_prefix`: time, process, and for a session its role and database. */
const PREFIX = String.raw`^\S+ \S+ \S+ \[\d+\] `;
const SERVER_OR_COPPICE = `(?:(?:${[CONTROL_ROLE, PROVISIONER_ROLE, SUPERUSER].join("|")})@\\S+ )?(?:ERROR|FATAL|PANIC)`;
const ANYBODY_ENDING_THE_SERVER = String.raw`\S+@\S+ PANIC`;
const FULL = new RegExp(
  `${PREFIX}(?:${SERVER_OR_COPPICE}|${ANYBODY_ENDING_THE_SERVER}): .*No space left on device`,
  "m",
);

/**
 * Returns whether lines of a server's log say that the disk is full for the server or for Coppice. A customer's
 * statement that finds no room is the customer's affair, and no text of a customer's stands where the level does.
 */
export function findsDiskFull(lines: string): boolean {
  return FULL.test(lines);
}
