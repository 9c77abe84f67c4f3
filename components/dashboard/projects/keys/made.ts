/** Who made a key or token: a member, or a text where no member did. */
export interface MadeBy {
  creator: { name: string; email: string } | null;
  creatorText: string;
}
