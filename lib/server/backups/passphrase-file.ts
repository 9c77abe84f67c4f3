import { readFile } from "node:fs/promises";
import { OperatorError } from "@/lib/core/operator-error";

const SHORTEST = 16;

/** Reads the passphrase that an operator keeps. Throws `OperatorError` for a file that is missing or too short. */
export async function readPassphrase(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path}, the file with the passphrase of the backups, can't be read (${cause.code}).`, {
      cause,
    });
  });
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase.length >= SHORTEST) return passphrase;
  throw new OperatorError(`The passphrase in ${path} needs at least ${SHORTEST} characters.`);
}
