/** Returns the names with a number after those that another one has already. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let count = 2; seen.has(distinct) || (distinct !== name && taken.has(distinct)); count++) {
      distinct = `${name}_${count}`;
    }
    seen.add(distinct);
    return distinct;
  });
}

/** Returns the names that `distinctNames` writes otherwise. */
export function renumbered(names: readonly string[]): string[] {
  return distinctNames(names).filter((name, place) => name !== names[place]);
}
