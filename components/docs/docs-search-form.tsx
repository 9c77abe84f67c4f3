import styles from "./docs-search-form.module.css";

/** Searches the documentation on a page of its own, without a script. */
export function DocsSearchForm({ query = "" }: { query?: string }) {
  return (
    <search>
      <form action="/docs/search" className={styles.form}>
        <input
          type="search"
          name="q"
          aria-label="Search the documentation"
          placeholder="Search docs"
          defaultValue={query}
          maxLength={200}
          required
          className={styles.field}
        />
        <button type="submit" className={styles.button}>
          Search
        </button>
      </form>
    </search>
  );
}
