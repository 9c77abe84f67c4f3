import { rootDomainOf } from "./domain-name";

export interface DnsRecord {
  purpose: "DKIM" | "SPF" | "DMARC";
  name: string;
  /** The name within the registered domain, as many DNS consoles want it; `@` for the domain itself. */
  host: string;
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
  const spf = spfMechanism === null ? [] : [`v=spf1 ${spfMechanism} ~all`];
  const named = (name: string) => nameIn(domain, name);
  return [
    dkimRecord(domain, dkimSelector, dkimPublicKey),
    ...spf.map((value) => ({ purpose: "SPF" as const, ...named(domain), value, isRequired: true })),
    { purpose: "DMARC", ...named(`_dmarc.${domain}`), value: "v=DMARC1; p=none", isRequired: false },
  ];
}

interface NextKey {
  domain: string;
  nextSelector: string | null;
  nextPublicKey: string | null;
}

/** Returns the record of the key that a rotation has made; `null` without one under way. */
export function nextRecordFor({ domain, nextSelector, nextPublicKey }: NextKey): DnsRecord | null {
  return nextSelector === null || nextPublicKey === null ? null : dkimRecord(domain, nextSelector, nextPublicKey);
}

function dkimRecord(domain: string, selector: string, publicKey: string): DnsRecord {
  return { purpose: "DKIM", ...dkimName(domain, selector), value: `v=DKIM1; k=rsa; p=${publicKey}`, isRequired: true };
}

export function dkimName(domain: string, selector: string): Pick<DnsRecord, "name" | "host"> {
  return nameIn(domain, `${selector}._domainkey.${domain}`);
}

function nameIn(domain: string, name: string): Pick<DnsRecord, "name" | "host"> {
  const root = rootDomainOf(domain) ?? domain;
  return { name, host: name === root ? "@" : name.slice(0, -root.length - 1) };
}
