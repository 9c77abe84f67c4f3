import type { Person } from "@/lib/people/members/resource";
import type { Choice } from "./define-list";

/** A choice of a filter in one view of the list. */
export interface FilterChoice extends Choice {
  /** The address of the list with this choice, or without it where it is chosen. */
  href: string;
  isOn: boolean;
}

/** Returns a choice for each of the people. */
export function choicesOfPeople(people: readonly (Person & { id: string })[]): Choice[] {
  return people.map(({ id, name, email }) => ({ id, label: name ? `${name} (${email})` : email }));
}
