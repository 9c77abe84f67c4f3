import { readFileSync } from "node:fs";
import { Client } from "pg";

/** Forms are found by their beginning. */
const PREFIX_LENGTH = 8;
const MAILED_CODE = /^\d{6}$/;

/** A place where a secret was found, without the secret. */
export interface Leak {
  place: string;
  /** The text before the secret. */
  before: string;
}

/** The secrets that workers have written to the run's file. */
export function readUsedSecrets(file: string): Set<string> {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return new Set(lines.map((line) => JSON.parse(line) as string));
}

/** Returns the places of the secrets in the texts, as they are or in another common form. One pass over each text. */
export function findLeaks(secrets: Iterable<string>, texts: ReadonlyMap<string, string>): Leak[] {
  const codes = new Set<string>();
  const forms = new Map<string, string[]>();
  for (const secret of secrets) {
    if (MAILED_CODE.test(secret)) codes.add(secret);
    else for (const form of formsOf(secret)) forms.set(prefixOf(form), [...(forms.get(prefixOf(form)) ?? []), form]);
  }
  return [...texts].flatMap(([place, text]) => [...findForms(place, text, forms), ...findCodes(place, text, codes)]);
}

/** The forms in which a secret could have been written down. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = [bytes.toString("base64url"), bytes.toString("base64").replace(/=+$/, "")];
  return [...new Set([secret, json, encodeURIComponent(secret), ...base64, bytes.toString("hex")])];
}

const prefixOf = (form: string) => form.slice(0, PREFIX_LENGTH);

function findForms(place: string, text: string, forms: ReadonlyMap<string, string[]>): Leak[] {
  const leaks: Leak[] = [];
  for (let at = 0; at + PREFIX_LENGTH <= text.length; at += 1) {
    const found = forms.get(text.slice(at, at + PREFIX_LENGTH))?.some((form) => text.startsWith(form, at));
    if (found) leaks.push({ place, before: text.slice(Math.max(0, at - 60), at) });
  }
  return leaks;
}

/** Six digits that stand alone. Process ids and the sizes of a checkpoint look like that, so those of the logs are left out. */
function findCodes(place: string, text: string, codes: ReadonlySet<string>): Leak[] {
  if (codes.size === 0) return [];
  const withoutIds = text.replace(/"pid":\d+|\[\d+\]|(?:distance|estimate)=\d+ kB/g, "");
  const alone = withoutIds.matchAll(/(?<![0-9A-Za-z.:_+-])\d{6}(?![0-9A-Za-z.:_+-])/g);
  return [...alone]
    .filter(([digits]) => codes.has(digits))
    .map(({ index }) => ({ place, before: withoutIds.slice(Math.max(0, index - 60), index) }));
}

/** Every row of every table, as text: a secret stored in clear is found here too. */
export async function readTables(databaseUrl: string): Promise<Map<string, string>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`);
    const texts = new Map<string, string>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.set(`table ${name}`, rows.map(({ row }) => row).join("\n"));
    }
    return texts;
  } finally {
    await client.end();
  }
}
