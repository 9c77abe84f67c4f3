import type { WireSession } from "@/lib/core/ports/wire-session";

type Key = Pick<WireSession, "processId" | "secretKey">;

/** The sessions of this process, by the keys that their clients were given to cancel statements with. */
export class CancelKeys {
  readonly #sessions = new Map<string, WireSession>();

  add(session: WireSession): void {
    this.#sessions.set(textOf(session), session);
  }

  delete(session: WireSession): void {
    this.#sessions.delete(textOf(session));
  }

  find(key: Key): WireSession | undefined {
    return this.#sessions.get(textOf(key));
  }
}

function textOf({ processId, secretKey }: Key): string {
  return `${processId}:${secretKey}`;
}
