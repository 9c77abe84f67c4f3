import type { ReactNode } from "react";

export interface DocumentProps {
  locale: string;
  direction: "ltr" | "rtl";
  title: string;
  /** The nonce that the page's styles and scripts must carry. */
  nonce: string;
  /** `null` on a page without a project to take its looks from. */
  brand: {
    name: string;
    logo: string | null;
    theme: "light" | "dark" | undefined;
    styles: string | null;
    /** Whether these are the pages of the dashboard's own accounts, which show the product's mark. */
    isProduct: boolean;
  } | null;
  languages: { label: string; items: { locale: string; name: string; href: string; isCurrent: boolean }[] } | null;
  legal: { href: string; text: string }[];
  /** Something that was done a moment ago. */
  notice?: string | undefined;
  /** Said to a browser without scripts. */
  withoutScripts?: string | undefined;
  isWide?: boolean | undefined;
  /** Whether it is only looked at: nothing in it can be pressed or typed in, and no script takes it over. */
  isPreview?: boolean | undefined;
}

/** The mark of the product, served with its icons. */
const MARK = "/icons/icon.svg";

interface Assets {
  styles: string;
  script: string | null;
}

/** The frame of every hosted page: the project's brand, terms and privacy, and the choice of language. */
export function Document({ assets, children, ...page }: DocumentProps & { assets: Assets; children: ReactNode }) {
  const { brand, languages, legal, notice, withoutScripts, isWide, isPreview } = page;
  return (
    <html lang={page.locale} dir={page.direction}>
      <Head {...page} assets={assets} />
      <body data-theme={brand?.theme} data-product={brand?.isProduct ? "" : undefined} inert={isPreview}>
        <header>
          {brand === null ? null : brand.logo === null ? (
            <p className="name">
              {/* biome-ignore lint/performance/noImgElement: a drawing of 300 bytes */}
              {brand.isProduct && <img className="mark" src={MARK} alt="" width={28} height={28} />}
              {brand.name}
            </p>
          ) : (
            // biome-ignore lint/performance/noImgElement: a logo of any shape, served by the service itself
            <img className="logo" src={brand.logo} alt={brand.name} />
          )}
        </header>
        <main className={isWide ? "wide" : "card"}>
          {notice === undefined ? null : (
            <p className="notice" role="status">
              {notice}
            </p>
          )}
          {withoutScripts === undefined ? null : <p className="notice without-scripts">{withoutScripts}</p>}
          {children}
        </main>
        <footer>
          {legal.length > 0 && (
            <ul>
              {legal.map(({ href, text }) => (
                <li key={text}>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          )}
          {languages && (
            <nav aria-label={languages.label}>
              <ul>
                {languages.items.map(({ locale, name, href, isCurrent }) => (
                  <li key={locale}>
                    <a href={href} lang={locale} hrefLang={locale} aria-current={isCurrent ? "true" : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </footer>
      </body>
    </html>
  );
}

function Head({ title, nonce, brand, assets }: Pick<DocumentProps, "title" | "nonce" | "brand"> & { assets: Assets }) {
  const { styles, script } = assets;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content={brand?.theme ?? "light dark"} />
      <title>{title}</title>
      {/* An icon of the service's own would be asked for otherwise. */}
      <link rel="icon" href={brand?.logo ?? (brand?.isProduct ? MARK : "data:,")} />
      <link rel="stylesheet" href={styles} />
      {brand?.styles == null ? null : <style nonce={nonce}>{brand.styles}</style>}
      {script === null ? null : <script type="module" src={script} nonce={nonce} />}
    </head>
  );
}
