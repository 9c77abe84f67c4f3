/**
 * The TXT records of a name, each joined from its strings (RFC 7208, section 3.3); none where the name or the type does
 * not exist. Throws when the name servers do not answer, which says nothing about the records.
 */
export type TxtResolver = (name: string) => Promise<string[]>;
