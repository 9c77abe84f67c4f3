export interface DocLink {
  slug: string;
  title: string;
  description: string;
}

export interface DocLinkGroup {
  title: string;
  pages: readonly DocLink[];
}
