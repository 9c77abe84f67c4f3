/** The maker of a key or token: a member, or a text if no member made it. */
export interface MadeBy {
  creator: { name: string; email: string } | null;
  creatorText: string;
}
