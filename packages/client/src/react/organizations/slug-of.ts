const MAX_LENGTH = 64;

/** The short names that the service accepts, as the `pattern` of an input. */
export const SLUG_PATTERN = "[a-z0-9]+([\\-_][a-z0-9]+)*";

/** Proposes a short name for a name; nothing where the name has no Latin letters or digits. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, "");
}
