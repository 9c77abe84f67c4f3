/** Shorter values occur by chance, and taking them out would make logs unreadable. */
const SHORTEST_SECRET = 4;
const SHORTEST_PART = 8;

export type Redact = (text: string) => string;

/**
 * Returns a function that puts the name of a secret in place of its value, of each of its lines, and of both as
 * programs write them: in JSON, in Base64, alone or behind a user's name, in hexadecimal digits and in addresses.
 */
export function redactionOf(secrets: Readonly<Record<string, string>>): Redact {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    for (const form of formsOf(value)) if (!names.has(form)) names.set(form, name);
  }
  const forms = [...names].toSorted(([one], [other]) => other.length - one.length);
  return (text) => forms.reduce((result, [form, name]) => result.replaceAll(form, `[${name}]`), text);
}

function formsOf(value: string): string[] {
  if (value.length < SHORTEST_SECRET) return [];
  const lines = value.split(/\r\n|\r|\n/);
  const parts = lines.length === 1 ? [] : lines.filter((line) => line.length >= SHORTEST_PART);
  const bytes = Buffer.from(value);
  const encoded = [...base64FormsOf(bytes), bytes.toString("hex"), encodeURIComponent(value.toWellFormed())];
  return [value, ...parts]
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .concat(encoded.filter(({ length }) => length >= SHORTEST_PART));
}

/** With text before a value, its Base64 begins at one of three places within the value's. */
function base64FormsOf(bytes: Buffer): string[] {
  const shifted = [0, 1, 2].map((shift) => {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes]);
    // Characters at the edges that depend on the text beside the value are left out.
    return whole.toString("base64").slice(Math.ceil((shift * 8) / 6), Math.floor((whole.byteLength * 8) / 6));
  });
  const standard = [bytes.toString("base64"), ...shifted];
  return [...standard, ...standard.map((form) => form.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""))];
}
