type Query<Name extends string> = Partial<Record<Name, string>>;

/** Returns the address of a list whose filters are in its query, so that a view can be bookmarked and shared. */
export function filteredAddress(address: string, query: Query<string>): string {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return text ? `${address}?${text}` : address;
}

/** Returns the address with one filter set to a value, or left out where it has that value. */
export function toggledAddress<Name extends string>(
  address: string,
  query: Query<Name>,
  name: Name,
  value: string,
): string {
  const { [name]: before, ...others }: Query<string> = query;
  return filteredAddress(address, before === value ? others : { ...others, [name]: value });
}
