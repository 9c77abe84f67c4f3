import type { BuiltIns, DescribedSchema } from "@/lib/sql/statements/resource";

/** What completion knows of a database. */
export interface KnownNames {
  schemas: readonly DescribedSchema[];
  builtIns: BuiltIns;
}

const NOTHING: KnownNames = { schemas: [], builtIns: { keywords: [], types: [], functions: [], relations: [] } };

/** Other programs and members change the database too, so what is known is asked for again after this time. */
const MAX_AGE_MS = 5_000;

/** Asks the service for the names in a database when they are needed, and keeps them for a few seconds. */
export class SchemaSource {
  readonly #base: string;
  #known = NOTHING;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  /** `base` is the address of the SQL page, below which its handlers are. */
  constructor(base: string) {
    this.#base = base;
  }

  /** Has the names asked for anew the next time, after a run or when the user comes back from another window. */
  expire(): void {
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the names; those that were known before when the service cannot be reached. */
  async names(): Promise<KnownNames> {
    if (performance.now() - this.#askedAt > MAX_AGE_MS) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask().catch(() => undefined);
    }
    await this.#asking;
    return this.#known;
  }

  async #ask(): Promise<void> {
    const isKnown = this.#known.builtIns !== NOTHING.builtIns;
    const [described, builtIns] = await Promise.all([
      this.#get<{ schemas: DescribedSchema[] }>("schema"),
      isKnown ? this.#known.builtIns : this.#get<BuiltIns>("built-ins"),
    ]);
    this.#known = { schemas: described?.schemas ?? this.#known.schemas, builtIns: builtIns ?? this.#known.builtIns };
  }

  async #get<Answer>(name: string): Promise<Answer | null> {
    const answer = await fetch(`${this.#base}/${name}`);
    return answer.ok ? ((await answer.json()) as Answer) : null;
  }
}
