import type { DnsRecord } from "./records";

/** `unknown`: the name servers did not answer. `different`: there is a record with another value. */
export type RecordState = "found" | "missing" | "different" | "unknown";

export type Finding = {
  state: RecordState;
  /** The values found for the record's purpose. */
  found: string[];
  /** The fault and its remedy, in words; `null` if there is none. */
  problem: string | null;
};

/** Returns whether the records that the name servers returned serve the purpose of this one, and if not, why. */
export function examine({ purpose, value, name }: DnsRecord, answered: readonly string[]): Finding {
  const found = candidatesOf(purpose, value, answered);
  const [candidate] = found;
  if (candidate === undefined) return { state: "missing", found, problem: `There's no ${purpose} record at ${name}.` };
  const problem =
    found.length > 1
      ? `There are ${found.length} ${purpose} records. There must be only one${purpose === "SPF" ? ": merge them" : ""}.`
      : problemOf(purpose, candidate, value);
  return { state: problem === null ? "found" : "different", found, problem };
}

/** The policy of a DMARC record is its owner's choice. */
function problemOf(purpose: DnsRecord["purpose"], found: string, wanted: string): string | null {
  if (purpose === "DMARC") return null;
  return purpose === "DKIM" ? keyProblem(found, wanted) : policyProblem(found, wanted);
}

const VERSION = /^v=(DKIM1|spf1|DMARC1)(?=[\s;]|$)/i;

/** A DKIM key may omit its version (RFC 6376, section 3.6.1), and its name holds nothing else. */
function candidatesOf(purpose: DnsRecord["purpose"], value: string, answered: readonly string[]): string[] {
  if (purpose === "DKIM") return [...answered];
  const versionOf = (text: string) => VERSION.exec(text.trim())?.[0].toLowerCase();
  return answered.filter((text) => versionOf(text) === versionOf(value));
}

/** Base64 may be broken by white space anywhere (RFC 6376, section 3.2). */
function keyProblem(found: string, wanted: string): string | null {
  const [has, wants] = [tagsOf(found), tagsOf(wanted)];
  const [key = "", expected = ""] = [has.get("p"), wants.get("p")];
  if ((has.get("k") ?? "rsa") !== "rsa") return "The DKIM record is for another kind of key. It must say k=rsa.";
  if (key === expected) return null;
  if (key === "") return "The DKIM record has no key after p=.";
  return expected.startsWith(key)
    ? "The DKIM key is cut off. Enter the whole value; if the console allows 255 characters, split it into several strings."
    : "The DKIM key differs. Replace it with the value above.";
}

function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(";").map((tag) => {
      const [name = "", ...value] = tag.split("=");
      return [name.trim().toLowerCase(), value.join("=").replace(/\s+/g, "")];
    }),
  );
}

/** Every mechanism must come before `all`, which ends the evaluation. */
function policyProblem(found: string, wanted: string): string | null {
  const [terms, wants] = [termsOf(found), termsOf(wanted)];
  const end = terms.findIndex(isAll);
  const read = end === -1 ? terms : terms.slice(0, end);
  const missing = wants.filter((term) => !isAll(term) && !read.includes(term));
  const [first] = missing;
  if (first === undefined) return null;
  return terms.includes(first)
    ? `${first} stands after all, where it isn't read. Move it before all.`
    : `The SPF record doesn't allow our mail server. Add ${missing.join(" ")} before all.`;
}

const isAll = (term: string) => /^[+?~-]?all$/.test(term);

function termsOf(record: string): string[] {
  const terms = record.trim().toLowerCase().split(/\s+/).slice(1);
  return terms.map((term) => term.replace(/^\+(?!all$)/, ""));
}
