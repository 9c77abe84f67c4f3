import type { Person } from "@/lib/people/members/resource";

/** A choice of a filter with many. */
export interface FilterChoice {
  label: string;
  /** The address of the list with this choice, or without it where it is chosen. */
  href: string;
  isOn: boolean;
  /** Whether the choices after it, up to the next one, are parts of it. */
  isGroup?: boolean;
}

/** Returns a choice for each of the people, of whom `chosen` is in the filter. */
export function choicesOfPeople(
  people: readonly (Person & { id: string })[],
  chosen: string | undefined,
  hrefOf: (id: string) => string,
): FilterChoice[] {
  return people.map(({ id, name, email }) => ({
    label: name ? `${name} (${email})` : email,
    href: hrefOf(id),
    isOn: id === chosen,
  }));
}
