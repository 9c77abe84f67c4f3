const MAX_OF_PROJECT = 8 * 1024 ** 2;
const MAX_OF_PROCESS = 128 * 1024 ** 2;

/** The memory of messages kept for sockets that come back, by project and in all. */
export class KeptBytes {
  readonly #byProject = new Map<string, number>();
  #total = 0;

  hasRoom(projectId: string, bytes: number): boolean {
    const ofProject = this.#byProject.get(projectId) ?? 0;
    return ofProject + bytes <= MAX_OF_PROJECT && this.#total + bytes <= MAX_OF_PROCESS;
  }

  add(projectId: string, bytes: number): void {
    this.#total += bytes;
    const sum = (this.#byProject.get(projectId) ?? 0) + bytes;
    if (sum === 0) this.#byProject.delete(projectId);
    else this.#byProject.set(projectId, sum);
  }
}
