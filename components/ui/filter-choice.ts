/** A choice of a filter with many. */
export interface FilterChoice {
  label: string;
  /** The address of the list with this choice, or without it where it is chosen. */
  href: string;
  isOn: boolean;
  /** Whether the choices after it, up to the next one, are parts of it. */
  isGroup?: boolean;
}
