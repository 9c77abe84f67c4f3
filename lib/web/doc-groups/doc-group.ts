export interface DocPage {
  slug: string;
  title: string;
  description: string;
  /** The file of the text, when it isn't docs/<slug>.md. */
  file?: string;
}

export interface DocGroup {
  title: string;
  pages: readonly DocPage[];
}
