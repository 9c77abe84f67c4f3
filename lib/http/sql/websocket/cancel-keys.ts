import type { RawSession } from "@/lib/core/ports/raw-session";

type Key = Pick<RawSession, "processId" | "secretKey">;

/** The sessions of this process, by the keys that their clients were given to cancel statements with. */
export class CancelKeys {
  readonly #sessions = new Map<string, RawSession>();

  add(session: RawSession): void {
    this.#sessions.set(textOf(session), session);
  }

  delete(session: RawSession): void {
    this.#sessions.delete(textOf(session));
  }

  find(key: Key): RawSession | undefined {
    return this.#sessions.get(textOf(key));
  }
}

function textOf({ processId, secretKey }: Key): string {
  return `${processId}:${secretKey}`;
}
