export interface DocPage {
  slug: string;
  title: string;
  description: string;
  /** Where the text is, when it is not docs/<slug>.md. */
  file?: string;
}

export interface DocGroup {
  title: string;
  pages: readonly DocPage[];
}
