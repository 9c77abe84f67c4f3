import Link from "next/link";
import { Mark } from "@/components/ui/mark";
import styles from "./site-header.module.css";

export function SiteHeader({ name }: { name: string }) {
  return (
    <header className={styles.header}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Link className={styles.brand} href="/">
        <Mark />
        {name}
      </Link>
      <nav className={styles.links} aria-label="Main">
        <Link href="/docs">Docs</Link>
        {/* The plain link makes a full load, since the reference has a content security policy of its own. */}
        <a href="/docs/api">
          API<span className={styles.wide}> reference</span>
        </a>
        {/* The dashboard has one too. */}
        <a href="/dashboard">Dashboard</a>
      </nav>
    </header>
  );
}
