import Link from "next/link";
import { CodeBlock } from "@/components/site/code-block";
import { baseUrl } from "@/lib/web/base-url";
import { createDatabaseCommand } from "@/lib/web/first-commands";
import styles from "./start-page.module.css";

export default async function StartPage() {
  return (
    <main id="main" className={styles.page}>
      <div className={styles.opening}>
        <section className={styles.hero}>
          <h1>Postgres databases that&nbsp;branch</h1>
          <p className={styles.lead}>
            A program asks over HTTP and has a PostgreSQL 18 database of its own, on your own machine. Ask again and it
            has a branch: a full copy with its own credential, to try things on and throw away.
          </p>
          <p className={styles.actions}>
            <Link className={styles.primary} href="/docs/getting-started">
              Get started
            </Link>
            {/* A full load: the reference has a content security policy of its own. */}
            <a className={styles.secondary} href="/docs/api">
              API reference
            </a>
            <Link className={styles.secondary} href="/dashboard">
              Dashboard
            </Link>
          </p>
        </section>

        <section className={styles.first} aria-labelledby="first">
          <h2 id="first">The first request</h2>
          <p>
            The first <code>npm start</code> prints a management key. With it in <code>COPPICE_MANAGEMENT_KEY</code>:
          </p>
          <CodeBlock label="shell" text={createDatabaseCommand(await baseUrl())} />
        </section>
      </div>

      <section className={styles.facts} aria-label="What it does">
        {FACTS.map((fact) => (
          <article key={fact.title}>
            <h2>
              <Link href={fact.href}>{fact.title}</Link>
            </h2>
            <p>{fact.text}</p>
          </article>
        ))}
      </section>

      <p className={styles.ahead}>
        The users of your apps <Link href="/docs/sign-in">sign in</Link> with a password, a mailed link or code, a
        passkey or a provider, and a second factor where they want one; your servers verify their signed tokens.
      </p>
    </main>
  );
}

const FACTS = [
  {
    title: "Real databases",
    href: "/docs/getting-started",
    text: "Each one is a PostgreSQL database with a role of its own. Any driver and psql connect with the connection string.",
  },
  {
    title: "Branches",
    href: "/docs/branching",
    text: "A branch holds everything its parent held. Where the disk can share blocks, it is made without copying the data.",
  },
  {
    title: "Eight routes",
    href: "/docs/management-api",
    text: "Create, list, fetch, delete, branch, reveal, rotate. One shape of error, and requests that are safe to repeat.",
  },
] as const;
