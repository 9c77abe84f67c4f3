import type { ReactNode } from "react";
import { HostedAuth, type HostedAuthProps } from "./hosted-auth";
import styles from "./hosted-page.module.css";

interface HostedPageProps {
  brand: {
    name: string;
    logo: string | null;
    theme: "light" | "dark" | undefined;
    className: string;
    styles: string;
    nonce: string;
  };
  client: HostedAuthProps;
  languages: { label: string; items: { locale: string; name: string; href: string; isCurrent: boolean }[] };
  legal: { href: string; text: string }[];
  isWide?: boolean;
  children: ReactNode;
}

/** What every hosted page has around its form: the project's brand, terms and privacy, and the choice of language. */
export function HostedPage({ brand, client, languages, legal, isWide = false, children }: HostedPageProps) {
  return (
    <div className={`${styles.page} ${brand.className}`} data-theme={brand.theme}>
      <style nonce={brand.nonce}>{brand.styles}</style>
      <header className={styles.header}>
        {brand.logo === null ? (
          <p className={styles.name}>{brand.name}</p>
        ) : (
          // biome-ignore lint/performance/noImgElement: a logo of any shape, served by the service itself
          <img className={styles.logo} src={brand.logo} alt={brand.name} />
        )}
      </header>
      <main id="main" className={isWide ? styles.wide : styles.card}>
        <HostedAuth {...client}>{children}</HostedAuth>
      </main>
      <footer className={styles.footer}>
        {legal.length > 0 && (
          <ul className={styles.languages}>
            {legal.map(({ href, text }) => (
              <li key={text}>
                <a href={href}>{text}</a>
              </li>
            ))}
          </ul>
        )}
        <nav aria-label={languages.label}>
          <ul className={styles.languages}>
            {languages.items.map(({ locale, name, href, isCurrent }) => (
              <li key={locale}>
                <a href={href} lang={locale} aria-current={isCurrent ? "true" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </footer>
    </div>
  );
}
