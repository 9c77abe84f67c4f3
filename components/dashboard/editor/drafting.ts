/** What drafts of a language model can count against. */
export interface Drafting {
  /** The address of the organisation's projects. */
  projects: string;
  choices: readonly { id: string; name: string }[];
}
