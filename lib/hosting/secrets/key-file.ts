import type { Context } from "@/lib/core/context";
import { type KeyRing, parseKeyRing } from "@/lib/core/crypto/seal";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";

/** The file that holds the key ring. `write` replaces it atomically and readable by its owner alone. */
export interface KeyFile {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** Puts a new key at the head of the ring, which seals from then on. Two calls at once add two keys. */
export function addPrimaryKey(ctx: Context, file: KeyFile): Promise<KeyRing> {
  return changeKeyFile(ctx, file, (entries) => {
    const numbers = entries.map((entry) => Number(/^k(\d+):/.exec(entry)?.[1] ?? 0));
    const secret = Buffer.from(ctx.random.bytes(32)).toString("base64");
    return [`k${Math.max(0, ...numbers) + 1}:${secret}`, ...entries];
  });
}

/** Drops keys from the ring, never the primary one. Values that are sealed with a dropped key are lost. */
export function dropKeys(ctx: Context, file: KeyFile, keyIds: readonly string[]): Promise<KeyRing> {
  return changeKeyFile(ctx, file, (entries) =>
    entries.filter((entry, index) => index === 0 || !keyIds.includes(entry.split(":")[0] ?? "")),
  );
}

/** Changes the file under a lock of the database, so that two commands at once change it one after the other. */
function changeKeyFile(ctx: Context, file: KeyFile, change: (entries: string[]) => string[]): Promise<KeyRing> {
  return withAdvisoryLock(ctx, "coppice/key-file", async () => {
    const text = await file.read();
    parseKeyRing(text);
    const entries = text.split(",").map((entry) => entry.trim());
    const changed = change(entries.filter((entry) => entry !== "")).join(",");
    const ring = parseKeyRing(changed);
    await file.write(`${changed}\n`);
    return ring;
  });
}
