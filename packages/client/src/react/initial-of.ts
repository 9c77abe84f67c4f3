/** Returns the first letter as a reader sees it, which may be several code points. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? "").toUpperCase();
}
