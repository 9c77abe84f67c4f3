/** Returns the props by which a dropdown has a name of its own: the library has its opener name it, which counts for more. */
export function ownName(label: string) {
  return { "aria-label": label, "aria-labelledby": "" };
}
