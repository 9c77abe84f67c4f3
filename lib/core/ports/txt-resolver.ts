/** Returns each TXT record as one text (RFC 7208, 3.3), or none. Throws when the name servers do not answer. */
export type TxtResolver = (name: string) => Promise<string[]>;
