import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const fileOf = (name: string) => join(process.env.COPPICE_TEST_RECORD_FOLDER ?? "", `${name.toLowerCase()}.json`);

/** Publishes a TXT record, as the strings it is made of, with the one name server that all browser tests share. */
export function publishTxt(name: string, strings: readonly string[]): void {
  const draft = fileOf(`.${randomUUID()}`);
  writeFileSync(draft, JSON.stringify([strings]));
  renameSync(draft, fileOf(name));
}

/** Returns the records of a name that a test has published. */
export function findTxt(name: string): string[][] | undefined {
  return existsSync(fileOf(name)) ? JSON.parse(readFileSync(fileOf(name), "utf8")) : undefined;
}
