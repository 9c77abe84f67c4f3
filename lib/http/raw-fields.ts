/** Reads the header fields of a request without making `Headers` of them, which costs more than all else of a small one. */
export class RawFields {
  /** Names are in lower case. */
  readonly fields: [name: string, value: string][] = [];

  /** Names and values alternate, as in `rawHeaders`. */
  constructor(rawHeaders: readonly string[]) {
    for (let index = 0; index < rawHeaders.length; index += 2) {
      this.fields.push([(rawHeaders[index] ?? "").toLowerCase(), rawHeaders[index + 1] ?? ""]);
    }
  }

  /** Joins what is there more than once, as `Headers` do. The name is in lower case. */
  get(name: string): string | null {
    const values = this.fields.filter(([each]) => each === name).map(([, value]) => value);
    return values.length === 0 ? null : values.join(", ");
  }

  has(name: string): boolean {
    return this.fields.some(([each]) => each === name);
  }
}
