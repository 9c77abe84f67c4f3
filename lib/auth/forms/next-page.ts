/** What a form of a hosted page leads to: a page of the project and what it is told. */
export interface NextPage {
  page: string;
  query?: Record<string, string>;
}
