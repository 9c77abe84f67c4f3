const TINTS = 6;

/** Returns the first letters of the first and the last word of a name, such as `MK`; of an address, its first letter. */
export function initialsOf({ name, email }: { name: string | null; email: string }): string {
  const words = (name ?? "").split(/\s+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words.at(0), words.at(-1)] : [words.at(0) ?? email];
  return chosen.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase("en") ?? "").join("");
}

/** Returns which of the tints a person has, 1 to 6: the same on every page. */
export function tintOf(email: string): number {
  let sum = 0;
  for (const unit of email) sum = (sum * 31 + (unit.codePointAt(0) ?? 0)) % 65_521;
  return (sum % TINTS) + 1;
}
