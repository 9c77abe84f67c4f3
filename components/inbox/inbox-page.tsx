import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/site/copy-button";
import { Moment } from "@/components/ui/moment";
import styles from "./inbox-page.module.css";
import { KeepCurrent } from "./keep-current";

interface Mail {
  id: string;
  at: string;
  to: string;
  subject: string;
  status: string;
}

interface Content {
  links: string[];
  code: string | null;
  text: string;
}

interface InboxPageProps {
  mails: Mail[];
  shown: Mail | null;
  /** `null` where it is no longer kept. */
  content: Content | null;
}

/** The mails that development keeps instead of sending them. */
export function InboxPage({ mails, shown, content }: InboxPageProps) {
  return (
    <main id="main" className={styles.page}>
      <KeepCurrent />
      <h1>Inbox</h1>
      <p className={styles.lead}>
        In development, mails are kept here instead of being sent. Set <code>SMTP_URL</code> to send them.
      </p>
      {shown === null ? (
        <p className={styles.empty}>No mails yet. New mails appear here as they arrive.</p>
      ) : (
        <div className={styles.columns}>
          <MailList mails={mails} shownId={shown.id} />
          <MailView mail={shown} content={content} />
        </div>
      )}
    </main>
  );
}

function MailList({ mails, shownId }: { mails: Mail[]; shownId: string }) {
  return (
    <nav className={styles.list} aria-label="Mails">
      <ul>
        {mails.map(({ id, at, to, subject }) => (
          <li key={id}>
            <Link href={`/inbox/${id}`} aria-current={id === shownId ? "page" : undefined}>
              <strong>{subject}</strong>
              <span>{to}</span>
              <Moment at={at} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MailView({ mail, content }: { mail: Mail; content: Content | null }) {
  return (
    <article className={styles.mail} aria-label={mail.subject}>
      <h2>{mail.subject}</h2>
      <p className={styles.facts}>
        To {mail.to} · <Moment at={mail.at} /> · {mail.status}
      </p>
      {content === null ? (
        <p className={styles.empty}>The content of this mail is no longer kept.</p>
      ) : (
        <>
          <Secrets content={content} />
          <iframe
            className={styles.frame}
            title={`HTML of ${mail.subject}`}
            src={`/inbox/${mail.id}/html`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
          <details className={styles.text}>
            <summary>Plain text</summary>
            <pre>{content.text}</pre>
          </details>
        </>
      )}
    </article>
  );
}

/** The things that a tester comes for, to be copied without reading the mail. */
function Secrets({ content: { code, links } }: { content: Content }) {
  if (code === null && links.length === 0) return null;
  return (
    <dl className={styles.secrets}>
      {code === null ? null : (
        <Secret name="Code" text={code}>
          <code className={styles.code}>{code}</code>
        </Secret>
      )}
      {links.map((link) => (
        <Secret key={link} name="Link" text={link}>
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </Secret>
      ))}
    </dl>
  );
}

function Secret({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children} <CopyButton text={text} />
      </dd>
    </div>
  );
}
