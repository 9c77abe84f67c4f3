import type { BuiltIns, DescribedSchema } from "@/lib/sql/statements/resource";

/** The names of a database that completion knows. */
export interface KnownNames {
  schemas: readonly DescribedSchema[];
  builtIns: BuiltIns;
}

/** The content of the tree: the schemas once they have come, and whether the last request for them failed. */
export interface KnownSchemas {
  schemas: readonly DescribedSchema[] | null;
  isFailed: boolean;
}

const NO_BUILT_INS: BuiltIns = { keywords: [], types: [], functions: [], relations: [] };

/** Other programs and members change the database too, so the known names are asked for again after this time. */
const MAX_AGE_MS = 5_000;

/** Asks the service for the names in a database when they are needed, and keeps them for a few seconds. */
export class SchemaSource {
  readonly #base: string;
  readonly #listeners = new Set<() => void>();
  #known: KnownNames = { schemas: [], builtIns: NO_BUILT_INS };
  #shown: KnownSchemas = { schemas: null, isFailed: false };
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #askingBuiltIns: Promise<void> | null = null;

  /** `base` is the address of the SQL page, below which its handlers are. */
  constructor(base: string) {
    this.#base = base;
  }

  /** Has the schemas asked for anew the next time, after a statement that may have changed them. */
  expire(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** Asks for the schemas anew, after a run or when the user comes back from another window. */
  refresh(): void {
    this.expire();
    void this.schemas();
  }

  /** Calls `listener` whenever `known` returns something else. Returns a function that ends this. */
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly known = (): KnownSchemas => this.#shown;

  /** Waits for the schemas, which `known` then returns. */
  async schemas(): Promise<void> {
    if (performance.now() - this.#askedAt > MAX_AGE_MS) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask();
    }
    await this.#asking;
  }

  /** Returns the names; those that were known before when the service cannot be reached. */
  async names(): Promise<KnownNames> {
    const schemas = this.schemas();
    if (this.#known.builtIns === NO_BUILT_INS) this.#askingBuiltIns ??= this.#askBuiltIns();
    await Promise.all([schemas, this.#askingBuiltIns]);
    return this.#known;
  }

  async #ask(): Promise<void> {
    const described = await this.#get<{ schemas: DescribedSchema[] }>("schema");
    const { schemas } = described ?? this.#shown;
    if (described) this.#known = { ...this.#known, schemas: described.schemas };
    this.#shown = { schemas, isFailed: described === null };
    for (const listener of this.#listeners) listener();
  }

  async #askBuiltIns(): Promise<void> {
    const builtIns = await this.#get<BuiltIns>("built-ins");
    if (builtIns) this.#known = { ...this.#known, builtIns };
    this.#askingBuiltIns = null;
  }

  async #get<Answer>(name: string): Promise<Answer | null> {
    const answer = await fetch(`${this.#base}/${name}`).catch(() => null);
    return answer?.ok ? ((await answer.json()) as Answer) : null;
  }
}
