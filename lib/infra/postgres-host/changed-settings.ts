import type { EventEmitter } from "node:events";
import { StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";

/** Strings are parsed by the standard, and all text is sent and read as UTF-8. */
const AS_SENT: ReadonlyMap<string, string> = new Map([
  ["standard_conforming_strings", "on"],
  ["client_encoding", "UTF8"],
]);

/** Watches the settings by which texts would be read otherwise than they are sent, since a statement changed them. */
export class ChangedSettings {
  readonly #names = new Set<string>();

  /** `wire` is the connection of node-postgres. */
  constructor(wire: EventEmitter) {
    wire.on("parameterStatus", ({ parameterName: name = "", parameterValue: value }: Record<string, string>) => {
      if (!AS_SENT.has(name)) return;
      if (value === AS_SENT.get(name)) this.#names.delete(name);
      else this.#names.add(name);
    });
  }

  get isEmpty(): boolean {
    return this.#names.size === 0;
  }

  /** Returns the statements that set them back. */
  repairs(): string[] {
    return [...this.#names].map((name) => `SET ${name} = '${AS_SENT.get(name)}'`);
  }
}

/** A routine, which no text shows, has changed a setting by which the texts behind it may have been read. */
export function readOtherwise(): StatementError {
  return new StatementError("A routine changed how strings or texts of the session are read.", {
    sqlState: SQLSTATE.objectNotInPrerequisiteState,
    hint: "Run it in a request of its own.",
  });
}
