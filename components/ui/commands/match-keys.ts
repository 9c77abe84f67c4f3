/** The longest pause between two keys in a row. */
const PAUSE_MS = 1_500;

interface Pressed {
  key: string;
  code: string;
  timeStamp: number;
}

/** Finds the command of the keys that are pressed one after the other. */
export class KeySequence {
  #begun: { keys: string; at: number } | null = null;

  /** Returns the command that this key completes, or `null`; `isBegun` says that another key is to follow. */
  press<Item extends { keys?: string | undefined }>(
    commands: readonly Item[],
    pressed: Pressed,
  ): { found: Item | null; isBegun: boolean } {
    const key = keyOf(pressed);
    const begun = this.#begun !== null && pressed.timeStamp - this.#begun.at < PAUSE_MS ? this.#begun.keys : null;
    for (const keys of begun === null ? [key] : [`${begun} ${key}`, key]) {
      // The latest is that of the layer opened last.
      const found = commands.findLast((command) => command.keys === keys);
      const isBegun = !found && commands.some((command) => command.keys?.startsWith(`${keys} `));
      this.#begun = isBegun ? { keys, at: pressed.timeStamp } : null;
      if (found || isBegun) return { found: found ?? null, isBegun };
    }
    return { found: null, isBegun: false };
  }
}

/** Returns the character on the key; on a keyboard of another script, the Latin letter at its place. */
function keyOf({ key, code }: Pressed): string {
  const isOtherScript = key.length === 1 && key.charCodeAt(0) > 127;
  return isOtherScript && code.startsWith("Key") ? code.slice(3).toLowerCase() : key;
}
