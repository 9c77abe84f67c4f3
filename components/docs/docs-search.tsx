import styles from "./docs-index.module.css";
import { DocsSearchForm } from "./docs-search-form";

interface FoundPage {
  slug: string;
  title: string;
  heading?: string | undefined;
  url: string;
  excerpt: string;
}

interface Props {
  /** `null` before anything was searched for. */
  found: { query: string; results: readonly FoundPage[] } | null;
}

/** The search of the documentation with its results, each page with the part that fits best. */
export function DocsSearch({ found }: Props) {
  return (
    <>
      <h1 className={styles.heading}>Search the documentation</h1>
      <DocsSearchForm query={found?.query ?? ""} />
      {found && <p role="status">{countText(found)}</p>}
      <ol className={styles.list}>
        {found?.results.map(({ slug, title, heading, url, excerpt }) => (
          <li key={slug}>
            <a href={url}>{heading === undefined ? title : `${title}: ${heading}`}</a>
            <p>{excerpt}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

function countText({ query, results }: NonNullable<Props["found"]>): string {
  if (results.length === 0) return `No page has “${query}”. Try fewer or other words.`;
  return `${results.length === 1 ? "1 page" : `${results.length} pages`} for “${query}”`;
}
