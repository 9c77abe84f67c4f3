/** Fields of a record of another service, whose values may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the text of a field; `null` for an empty one. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((each): each is Fields => typeof each === "object" && each !== null) : [];
}

/** Returns the object of a field, also where a column of CSV holds it as JSON. */
export function objectOf(value: unknown): Fields {
  if (typeof value === "string") return objectOf(jsonOf(value));
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isTrue(value: unknown): boolean {
  return value === true || (typeof value === "string" && /^(?:true|t|1)$/i.test(value));
}

/**
 * Returns the moment as ISO 8601, from that, from PostgreSQL's text or from milliseconds of the Unix epoch. A value
 * that is no moment stays as it is, so that it is refused by its field's name.
 */
export function momentOf(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return null;
  const isCount = typeof value === "number" || (typeof value === "string" && /^\d{12,14}$/.test(value));
  const text = isCount ? Number(value) : String(value).replace(/([+-]\d{2})$/, "$1:00");
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

export function fullName(...parts: readonly unknown[]): string | null {
  return textOf(
    parts
      .map((part) => textOf(part))
      .filter(Boolean)
      .join(" "),
  );
}

/** Returns the metadata of a field, and `null` for none, so that an update leaves the present value. */
export function metadataOf(value: unknown): Fields | null {
  const metadata = objectOf(value);
  return Object.keys(metadata).length > 0 ? metadata : null;
}

/**
 * Returns public metadata with the data that users wrote themselves under its own name. A claim about a user's
 * permissions is then never read from data that the user once wrote.
 */
export function withOwnWords(metadata: Fields | null, name: string, written: unknown): Fields | null {
  const own = metadataOf(written);
  return own === null ? metadata : { ...metadata, [name]: own };
}

/** The names that other services have for providers of this one. */
const PROVIDERS: Readonly<Record<string, string>> = {
  azure: "microsoft",
  "apple.com": "apple",
  "facebook.com": "facebook",
  "github.com": "github",
  "google-oauth2": "google",
  "google.com": "google",
  "microsoft.com": "microsoft",
  "twitter.com": "twitter",
  waad: "microsoft",
  windowslive: "microsoft",
  "yahoo.com": "yahoo",
};

export function providerOf(name: string): string {
  return PROVIDERS[name] ?? name;
}
