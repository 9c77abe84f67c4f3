/** The projects against whose limits drafts of a language model can count. */
export interface Drafting {
  /** The address of the organisation's projects. */
  projects: string;
  choices: readonly { id: string; name: string }[];
}
