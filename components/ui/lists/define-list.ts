/** A value of a filter. */
export interface Choice {
  id: string;
  label: string;
  /** Whether the choices after it, up to the next one, are parts of it. */
  isGroup?: boolean;
}

/** A filter of a list: a chip for each choice, or one menu of them. */
export interface ListFilter<Name extends string> {
  /** The parameter of the address that holds the id of the choice. */
  name: Name;
  /** The label of the menu; without it, the choices are chips. */
  menu?: string;
  /** The choices, unless they depend on the reader's data. */
  choices?: readonly Choice[];
  /** Parameters that belong to one choice, which another choice leaves out. */
  clears?: readonly Name[];
}

export interface ListSearch<Name extends string> {
  name: Name;
  label: string;
  placeholder: string;
  /** In characters. */
  maxLength: number;
}

interface Words<Name extends string> {
  /** One item, in lower case. */
  noun: string;
  plural?: string;
  search?: ListSearch<Name>;
  filters?: readonly ListFilter<Name>[];
  /** Further parameters of the address. */
  also?: readonly Name[];
}

/** The parameters of a list in its address, so that a view can be bookmarked and shared. */
export type ListQuery<Name extends string> = Partial<Record<Name, string>>;

export interface ListDefinition<Name extends string> {
  noun: string;
  plural: string;
  search: ListSearch<Name> | null;
  filters: readonly ListFilter<Name>[];
  names: readonly Name[];
}

/** The parameters of a list that was defined. */
export type QueryOf<List> = List extends ListDefinition<infer Name> ? ListQuery<Name> : never;

export type AskedParameters = Readonly<Record<string, string | string[] | undefined>>;

/** Defines a list with its search and filters, which its page, its toolbar and its export read. */
export function defineList<const Name extends string>(words: Words<Name>): ListDefinition<Name> {
  const { noun, plural = `${noun}s`, search = null, filters = [], also = [] } = words;
  const names = [...(search ? [search.name] : []), ...filters.map(({ name }) => name), ...also];
  return { noun, plural, search, filters, names: [...new Set(names)] };
}

/** Returns the parameters of a list that are given once and are not empty. */
export function readListQuery<Name extends string>(
  { names }: ListDefinition<Name>,
  asked: AskedParameters,
): ListQuery<Name> {
  const query: ListQuery<Name> = {};
  for (const name of names) {
    const value = askedText(asked[name]);
    if (value !== undefined) query[name] = value;
  }
  return query;
}

/** Returns a parameter that is given once and is not empty. */
export function askedText(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
