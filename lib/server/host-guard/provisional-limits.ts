/** A new database may become this large, and a new branch grow by this factor, until its limit is known. */
const LEAST_BYTES = 1024 ** 3;
const GROWTH = 2;

/** The limits of databases that are too new for the control plane to have named one, which it does every minute. */
export class ProvisionalLimits {
  /** The size of each such database when it was first seen. */
  readonly #firstBytes = new Map<string, number>();

  of(databaseId: string, bytes: number): number {
    const firstBytes = this.#firstBytes.get(databaseId) ?? bytes;
    this.#firstBytes.set(databaseId, firstBytes);
    return Math.max(LEAST_BYTES, GROWTH * firstBytes);
  }

  /** Keeps those of databases that are there and have no limit yet. */
  forget(isNeeded: (databaseId: string) => boolean): void {
    for (const id of this.#firstBytes.keys()) if (!isNeeded(id)) this.#firstBytes.delete(id);
  }
}
