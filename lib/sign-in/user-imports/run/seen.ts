import { createHash } from "node:crypto";
import type { ImportedUser } from "../imported-user";

/** The texts by which a user is known in a project. */
export function keysOf({ id, externalId, email }: ImportedUser): string[] {
  const keys = { id, external: externalId, email };
  return Object.entries(keys).flatMap(([name, value]) => (value ? [`${name}:${value}`] : []));
}

/** Which users a check has come across. 48 bits of a hash are kept, since a file may have millions of them. */
export class SeenUsers {
  readonly #keys = new Set<number>();

  has(user: ImportedUser): boolean {
    return keysOf(user).some((key) => this.#keys.has(shortHash(key)));
  }

  add(user: ImportedUser): void {
    for (const key of keysOf(user)) this.#keys.add(shortHash(key));
  }
}

function shortHash(text: string): number {
  return createHash("sha1").update(text).digest().readUIntBE(0, 6);
}
