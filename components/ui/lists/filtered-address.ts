import type { ListFilter, ListQuery } from "./define-list";

/** Returns the address of a list whose filters are in its query, so that a view can be bookmarked and shared. */
export function filteredAddress(address: string, query: ListQuery<string>): string {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return text ? `${address}?${text}` : address;
}

/**
 * Returns the address with a choice of a filter, or without it where it is chosen. Parameters of another choice are left
 * out.
 */
export function choiceAddress<Name extends string>(
  address: string,
  query: ListQuery<Name>,
  { name, clears = [] }: Pick<ListFilter<Name>, "name" | "clears">,
  id: string,
): string {
  const others = Object.fromEntries(
    Object.entries<string | undefined>(query).filter(([other]) => ![name, ...clears].includes(other as Name)),
  );
  return filteredAddress(address, query[name] === id ? others : { ...others, [name]: id });
}
