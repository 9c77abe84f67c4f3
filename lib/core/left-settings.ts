/**
 * Matches SQL that may set a parameter of the customer's own, such as `app.tenant`. PostgreSQL never forgets the name
 * of one: after `DISCARD ALL` its value is an empty text where a new session has NULL. The text is a regular expression
 * of JavaScript and of PostgreSQL.
 */
const SPACE = String.raw`(\s|--[^\r\n]*[\r\n]|/\*([^*]|\*+[^*/])*\*+/)+`;
const SETTER = String.raw`set_config|(^|[^a-z0-9_$])set${SPACE}((local|session)${SPACE})?[^\s.=;,()']+\s*\.`;

const IS_SETTER = new RegExp(SETTER, "i");

/** Answers a row where a routine of the customer's may set such a parameter. `set_config` has the oid 2078. */
export const FIND_SETTER = `SELECT FROM pg_catalog.pg_proc WHERE oid >= 16384
  AND (prosrc ~* '${SETTER.replaceAll("'", "''")}' OR prosqlbody::pg_catalog.text ~ ':funcid 2078 '
    OR EXISTS (SELECT FROM pg_catalog.unnest(proconfig) AS c WHERE pg_catalog.split_part(c, '=', 1) ~ '[.]'))
  LIMIT 1`;

/** Returns whether a session that ran this text may differ from a new one after `DISCARD ALL`. */
export function leavesSettings(text: string): boolean {
  return IS_SETTER.test(text);
}

/** Looks for such SQL in a stream of bytes. */
export class SettingsWatch {
  #tail = "";
  #hasSeen = false;

  get hasSeen(): boolean {
    return this.#hasSeen;
  }

  push(chunk: Buffer): void {
    if (this.#hasSeen) return;
    const text = this.#tail + chunk.toString("latin1");
    this.#hasSeen = leavesSettings(text);
    this.#tail = text.slice(-LONGEST);
  }
}

/** A statement that sets a parameter is found in two chunks where it is no longer than this. */
const LONGEST = 256;
