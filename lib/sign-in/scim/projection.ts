import type { ScimQuery } from "./list-response";

/** These are always returned (RFC 7643 section 7). */
const ALWAYS = new Set(["schemas", "id", "meta"]);

/** Which attributes an answer has (RFC 7644 section 3.9), by names in any case, with or without their schema. */
export class Projection {
  readonly #only: ReadonlySet<string> | null;
  readonly #without: ReadonlySet<string>;

  constructor({ attributes, excludedAttributes }: Pick<ScimQuery, "attributes" | "excludedAttributes">) {
    this.#only = attributes ? namesIn(attributes) : null;
    this.#without = namesIn(excludedAttributes ?? "");
  }

  wants(name: string): boolean {
    const wanted = name.toLowerCase();
    if (ALWAYS.has(wanted)) return true;
    if (this.#only) return [...this.#only].some((each) => each === wanted || isWithin(each, wanted));
    return !this.#without.has(wanted);
  }

  /** Returns the resource with the wanted attributes. */
  apply<Resource extends object>(resource: Resource): object {
    const entries = Object.entries(resource).filter(([name]) => this.wants(name));
    return Object.fromEntries(entries.map(([name, value]) => [name, this.#inner(name.toLowerCase(), value)]));
  }

  #inner(name: string, value: unknown): unknown {
    if (ALWAYS.has(name) || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => this.#inner(name, each));
    const only = this.#only && !this.#only.has(name) ? this.#only : null;
    return Object.fromEntries(
      Object.entries(value).filter(([sub]) => {
        const path = pathOf(name, sub.toLowerCase());
        return only ? only.has(path) : !this.#without.has(path);
      }),
    );
  }
}

/** The parts of an extension follow a colon, and those of an attribute a dot. */
const pathOf = (name: string, sub: string) => (name.startsWith("urn:") ? `${name}:${sub}` : `${name}.${sub}`);
const isWithin = (path: string, name: string) => path.startsWith(`${name}.`) || path.startsWith(`${name}:`);

function namesIn(list: string): ReadonlySet<string> {
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
  return new Set(names.filter((name) => name !== "").map((name) => name.replace(core, "")));
}
