/** `unknown`: the name servers did not answer. `different`: there is a record with another value. */
export type RecordState = "found" | "missing" | "different" | "unknown";

export interface DnsRecord {
  purpose: "DKIM" | "SPF" | "DMARC";
  name: string;
  value: string;
  /** Mails come from the domain only while this record exists. */
  isRequired: boolean;
}

/**
 * Returns the records that a domain needs. DKIM (RFC 6376) proves the mail; SPF (RFC 7208) lets the mail server send,
 * where its address is known; DMARC (RFC 7489) asks receivers to refuse other senders, which the owner decides.
 */
export function recordsFor(
  { domain, dkimSelector, dkimPublicKey }: { domain: string; dkimSelector: string; dkimPublicKey: string },
  spfMechanism: string | null,
): DnsRecord[] {
  const dkim = `v=DKIM1; k=rsa; p=${dkimPublicKey}`;
  const spf = spfMechanism === null ? [] : [`v=spf1 ${spfMechanism} ~all`];
  return [
    { purpose: "DKIM", name: `${dkimSelector}._domainkey.${domain}`, value: dkim, isRequired: true },
    ...spf.map((value) => ({ purpose: "SPF" as const, name: domain, value, isRequired: true })),
    { purpose: "DMARC", name: `_dmarc.${domain}`, value: "v=DMARC1; p=none", isRequired: false },
  ];
}

/** Returns whether the records that the name servers returned serve the purpose of this one. */
export function stateOf({ purpose, value }: DnsRecord, found: readonly string[]): RecordState {
  const version = /^v=(DKIM1|spf1|DMARC1)(?=[\s;]|$)/i;
  const wanted = version.exec(value)?.[0].toLowerCase();
  const candidates = found.filter((text) => version.exec(text.trim())?.[0].toLowerCase() === wanted);
  // A DKIM key may omit its version (RFC 6376, section 3.6.1), and its name holds nothing else.
  const [candidate, ...others] = purpose === "DKIM" ? found : candidates;
  if (candidate === undefined) return "missing";
  if (others.length > 0) return "different";
  if (purpose === "DMARC") return "found";
  return (purpose === "DKIM" ? isSameKey : permits)(candidate, value) ? "found" : "different";
}

/** Base64 may be broken by white space anywhere (RFC 6376, section 3.2). */
function isSameKey(found: string, wanted: string): boolean {
  const [has, wants] = [tagsOf(found), tagsOf(wanted)];
  return has.get("p") === wants.get("p") && (has.get("k") ?? "rsa") === "rsa";
}

function tagsOf(record: string): Map<string, string> {
  return new Map(
    record.split(";").map((tag) => {
      const [name = "", ...value] = tag.split("=");
      return [name.trim().toLowerCase(), value.join("=").replace(/\s+/g, "")];
    }),
  );
}

/** Returns whether every mechanism comes before `all`, which ends the evaluation. */
function permits(found: string, wanted: string): boolean {
  const [terms, wants] = [termsOf(found), termsOf(wanted)];
  return wants.every((mechanism) => terms.includes(mechanism));
}

function termsOf(record: string): string[] {
  const terms = record.trim().toLowerCase().split(/\s+/).slice(1);
  const end = terms.findIndex((term) => /^[+?~-]?all$/.test(term));
  return (end === -1 ? terms : terms.slice(0, end)).map((term) => term.replace(/^\+/, ""));
}
