import Link from "next/link";
import buttons from "@/components/site/button.module.css";
import { CodeBlock } from "@/components/site/code-block";
import { SchemePicture } from "@/components/site/scheme-picture";
import { baseUrl } from "@/lib/web/base-url";
import { createBranchCommand, createDatabaseCommand, signInLink } from "@/lib/web/first-commands";
import styles from "./start-page.module.css";

export default async function StartPage() {
  const origin = await baseUrl();
  return (
    <main id="main" className={styles.page}>
      <section className={styles.hero}>
        <h1>Postgres that branches, and sign-in for your apps</h1>
        <p className={styles.lead}>
          Your apps create PostgreSQL databases over an HTTP API, and branch them to try a change on a full copy. Your
          users sign in on pages you don’t have to build. Both run on your own machine.
        </p>
        <p className={styles.actions}>
          <Link className={buttons.filled} href="/docs/getting-started">
            Get started
          </Link>
          <Link className={buttons.outlined} href="/docs">
            Read the docs
          </Link>
          {/* The dashboard has a layout of its own, which a full load brings. */}
          <a className={buttons.outlined} href="/dashboard">
            Open the dashboard
          </a>
        </p>
        <SchemePicture
          name="overview"
          isFirst
          alt="The overview of a database in the dashboard: figures over time, facts and the latest changes"
        />
      </section>

      <div className={styles.halves}>
        <section className={styles.half} aria-labelledby="databases">
          <h2 id="databases">Databases</h2>
          <p>
            The first <code>npm start</code> prints a management key. With it in <code>COPPICE_MANAGEMENT_KEY</code>,
            one request creates a database, and another branches it:
          </p>
          <div>
            <CodeBlock language="sh" text={createDatabaseCommand(origin)} />
            <CodeBlock language="sh" text={createBranchCommand(origin)} />
          </div>
          <Facts facts={DATABASES} />
        </section>
        <section className={styles.half} aria-labelledby="sign-in">
          <h2 id="sign-in">Sign-in</h2>
          <p>
            It also prints the ID of a project, which holds the users of one app. Put it in place of <code>p_…</code>,
            and one link signs them in. A command prints the files of an app that uses it:
          </p>
          <div>
            <CodeBlock language="html" text={signInLink(origin)} />
            <CodeBlock language="sh" text={SNIPPETS_COMMAND} />
          </div>
          <Facts facts={SIGN_IN} />
        </section>
      </div>

      <section className={styles.looks} aria-labelledby="looks">
        <h2 id="looks">The workspace</h2>
        <p>The dashboard is for you and your team. The sign-in pages are for the users of your apps.</p>
        <div className={styles.pictures}>
          {PICTURES.map(({ name, alt, text }) => (
            <figure key={name}>
              <SchemePicture name={name} alt={alt} />
              <figcaption>{text}</figcaption>
            </figure>
          ))}
        </div>
      </section>

      <p className={styles.ahead}>
        The dashboard in the pictures shows the data of <code>npm run coppice -- demo seed</code>. The PostgreSQL that
        comes with Coppice is for development and tests. In <Link href="/docs/operating#production">production</Link>,
        Coppice works on PostgreSQL servers that you run.
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

const SNIPPETS_COMMAND = "npm run coppice -- project snippets p_… --framework next";

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
    text: "The dashboard has a SQL editor, tables and documents. Changes that you make there by hand can usually be undone.",
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

const PICTURES = [
  {
    name: "sql",
    alt: "The SQL page: a tree of tables, a query and its result",
    text: "SQL: write it with completion from your schema, run it, and undo its changes.",
  },
  {
    name: "tables",
    alt: "The rows of a table in a grid, beside the list of tables",
    text: "Tables: browse, filter and edit rows, and import or export CSV.",
  },
  {
    name: "databases",
    alt: "The databases of an organisation, each with its branches below it",
    text: "Databases: each with its branches, size and last activity.",
  },
  {
    name: "sign-in",
    alt: "The hosted sign-in page of an app",
    text: "Sign-in: the page that an app’s users see, in its own name and colour.",
  },
] as const;
