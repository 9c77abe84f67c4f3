/** The project for which passwords are hashed. */
export interface HashingProject {
  id: string;
  /** The dashboard's own project has every second turn when it needs one. */
  isBuiltIn?: boolean | undefined;
}

/** Waiting work, of which each project has a line of its own: the projects take turns, one piece of work each. */
export class Turns<Work> {
  /** The project whose turn is next comes first. No line is empty. */
  readonly #lines = new Map<string, Work[]>();
  readonly #builtIn: Work[] = [];
  #wasBuiltIn = false;

  add({ id, isBuiltIn }: HashingProject, work: Work): void {
    if (isBuiltIn) this.#builtIn.push(work);
    else this.#lines.set(id, [...(this.#lines.get(id) ?? []), work]);
  }

  /** Takes out the work whose turn it is. */
  next(): Work | undefined {
    this.#wasBuiltIn = this.#builtIn.length > 0 && (!this.#wasBuiltIn || this.#lines.size === 0);
    if (this.#wasBuiltIn) return this.#builtIn.shift();
    for (const [id, [work, ...rest]] of this.#lines) {
      this.#lines.delete(id);
      if (rest.length > 0) this.#lines.set(id, rest);
      return work;
    }
    return undefined;
  }
}
