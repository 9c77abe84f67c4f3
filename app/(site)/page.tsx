import Link from "next/link";
import { CodeBlock } from "@/components/site/code-block";
import { baseUrl } from "@/lib/web/base-url";
import { createDatabaseCommand, signInLink } from "@/lib/web/first-commands";
import styles from "./start-page.module.css";

export default async function StartPage() {
  const origin = await baseUrl();
  return (
    <main id="main" className={styles.page}>
      <section className={styles.hero}>
        <h1>Postgres that branches, and sign-in for your apps</h1>
        <p className={styles.lead}>
          Your apps create PostgreSQL databases over HTTP, and branch them to try things on a full copy. Your users sign
          in on pages you don’t have to build. Both run on your own machine.
        </p>
        <p className={styles.actions}>
          <Link className={styles.primary} href="/docs/getting-started">
            Get started
          </Link>
          <Link className={styles.secondary} href="/docs">
            Guides
          </Link>
          <Link className={styles.secondary} href="/dashboard">
            Dashboard
          </Link>
        </p>
      </section>

      <div className={styles.halves}>
        <section className={styles.half} aria-labelledby="databases">
          <h2 id="databases">Databases</h2>
          <p>
            The first <code>npm start</code> prints a management key. With it in <code>COPPICE_MANAGEMENT_KEY</code>,
            one request creates a database:
          </p>
          <CodeBlock language="sh" text={createDatabaseCommand(origin)} />
          <Facts facts={DATABASES} />
        </section>
        <section className={styles.half} aria-labelledby="sign-in">
          <h2 id="sign-in">Sign-in</h2>
          <p>
            It also prints the ID of a project, the sign-in of one app. Put it in place of <code>p_…</code>, and one
            link signs your users in:
          </p>
          <CodeBlock language="html" text={signInLink(origin)} />
          <Facts facts={SIGN_IN} />
        </section>
      </div>

      <p className={styles.ahead}>
        The PostgreSQL that comes along is for development and tests. In{" "}
        <Link href="/docs/operating#production">production</Link>, Coppice works on PostgreSQL servers that you run.
      </p>
    </main>
  );
}

interface Fact {
  title: string;
  href: `/docs/${string}`;
  text: string;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className={styles.facts}>
      {facts.map((fact) => (
        <article key={fact.title}>
          <h3>
            <Link href={fact.href}>{fact.title}</Link>
          </h3>
          <p>{fact.text}</p>
        </article>
      ))}
    </div>
  );
}

const DATABASES: readonly Fact[] = [
  {
    title: "Real PostgreSQL 18",
    href: "/docs/databases",
    text: "Each database has a role and a password of its own. Any driver connects with the connection string, and so does psql.",
  },
  {
    title: "Branches",
    href: "/docs/branching",
    text: "A branch holds everything its parent held. Where the disk can share blocks, it is made without copying the data.",
  },
  {
    title: "Undo",
    href: "/docs/history-and-undo",
    text: "The dashboard has a SQL editor, tables and documents. What you change there by hand can usually be undone.",
  },
];

const SIGN_IN: readonly Fact[] = [
  {
    title: "Every usual way in",
    href: "/docs/sign-in",
    text: "Passwords, sign-in links, 6-digit codes, passkeys, Google, GitHub, Discord and Microsoft, with two-step verification.",
  },
  {
    title: "Hosted pages or your own",
    href: "/docs/hosted-pages",
    text: "Link to pages in six languages with your logo and colour, or build your own with the React components.",
  },
  {
    title: "Tokens for your servers",
    href: "/docs/sign-in#tokens",
    text: "Your APIs verify signed JSON Web Tokens with any JOSE library, without asking the service each time.",
  },
];
