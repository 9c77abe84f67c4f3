import { type BackupRepository, isMissing } from "./repository";

const PREFIX = "keys/";

/** Puts the key ring when it isn't the newest that is there. None is ever replaced: older data may need its keys. */
export class KeyRingShipper {
  readonly #repository: BackupRepository;
  readonly #read: () => string;
  #last: string | null = null;

  constructor(repository: BackupRepository, read: () => string) {
    this.#repository = repository;
    this.#read = read;
  }

  async ship(): Promise<void> {
    const ring = this.#read();
    this.#last ??= (await readRings(this.#repository))[0] ?? null;
    if (ring === this.#last) return;
    await this.#repository.putText(`${PREFIX}${String(Date.now()).padStart(16, "0")}`, ring);
    this.#last = ring;
  }
}

/** Returns one ring with the keys of all that were backed up, newest first; `null` where there is none. */
export async function mergedKeyRing(repository: BackupRepository): Promise<string | null> {
  const rings = await readRings(repository);
  const entries = rings.flatMap((ring) => ring.split(",").map((entry) => entry.trim()));
  const unique = [...new Map(entries.map((entry) => [entry.split(":")[0], entry])).values()];
  return unique.length === 0 ? null : `${unique.join(",")}\n`;
}

async function readRings(repository: BackupRepository): Promise<string[]> {
  const names = (await repository.list(PREFIX)).map(({ name }) => name).reverse();
  const rings: string[] = [];
  for (const name of names) {
    const ring = await repository.readText(name).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (ring !== null) rings.push(ring);
  }
  return rings;
}
