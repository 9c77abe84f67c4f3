import Link from "next/link";
import type { DocLink } from "@/lib/web/resource";
import styles from "./docs-pager.module.css";

interface DocsPagerProps {
  previous: DocLink | null;
  next: DocLink | null;
}

/** Leads to the pages before and after this one, in the order of the sidebar. */
export function DocsPager({ previous, next }: DocsPagerProps) {
  return (
    <nav className={styles.pager} aria-label="Previous and next page">
      {previous && (
        <Link className={styles.link} href={previous.href} rel="prev">
          <span>Previous</span> {previous.title}
        </Link>
      )}
      {next && (
        <Link className={`${styles.link} ${styles.next}`} href={next.href} rel="next">
          <span>Next</span> {next.title}
        </Link>
      )}
    </nav>
  );
}
