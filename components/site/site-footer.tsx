import Link from "next/link";
import styles from "./site-footer.module.css";

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <p>Postgres that branches, and sign-in for your apps, on your own machine.</p>
      <nav aria-label="Footer">
        <Link href="/docs/getting-started">Getting started</Link>
        <Link href="/docs/errors">Errors</Link>
        <Link href="/docs/security">Security</Link>
        <Link href="/docs/report-abuse">Report abuse</Link>
      </nav>
    </footer>
  );
}
