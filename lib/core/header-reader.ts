/** The header fields of a request, which hold for `Headers` too. */
export interface HeaderReader extends Iterable<[name: string, value: string]> {
  /** Fields of one name are joined by commas. */
  get(name: string): string | null;
  has(name: string): boolean;
}
