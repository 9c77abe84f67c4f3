import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement, Fragment } from "react";
import type { Brand } from "../brand";
import type { Words } from "../words";
import { MailContext, Note, type Part } from "./parts";
import { themeOf } from "./theme";

const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

interface LayoutProps {
  brand: Brand;
  words: Words;
  heading: string;
  to: string;
  parts: readonly Part[];
}

/** The layout of every mail holds no image but the logo, no script, and nothing that reports whether it was read. */
export function Layout({ brand, words, heading, to, parts }: LayoutProps) {
  const theme = themeOf(brand);
  const card = { backgroundColor: theme.card, border: `1px solid ${theme.border}`, borderRadius: theme.radius };
  return (
    <MailContext value={{ theme, words }}>
      <Html lang={words.locale} dir={words.direction}>
        <Head>
          <meta name="color-scheme" content={theme.colorScheme} />
          <meta name="supported-color-schemes" content={theme.colorScheme} />
          <title>{heading}</title>
          {theme.css === "" ? null : <style>{theme.css}</style>}
        </Head>
        <Body
          className="page"
          style={{ backgroundColor: theme.page, fontFamily: FONTS, margin: 0, padding: "24px 8px" }}
        >
          <Container className="card" style={{ ...card, maxWidth: 520, padding: "32px 24px" }}>
            <Section>
              <BrandMark brand={brand} color={theme.text} />
              <Heading
                className="text"
                style={{ color: theme.text, fontSize: 22, lineHeight: "30px", margin: "0 0 16px" }}
              >
                {heading}
              </Heading>
              {createElement(Fragment, null, ...parts)}
              <Hr className="card" style={{ borderColor: theme.border, margin: "24px 0 16px" }} />
              <Note>{words.say("sent-to", { email: to })}</Note>
              <LegalLinks brand={brand} words={words} />
            </Section>
          </Container>
        </Body>
      </Html>
    </MailContext>
  );
}

/** Shows the logo, or the name where there is none. The heading has the name too, so neither is in plain text. */
function BrandMark({ brand: { logoUrl, name }, color }: { brand: Brand; color: string }) {
  if (logoUrl !== null) {
    return <Img src={logoUrl} alt="" height={40} style={{ height: 40, width: "auto", margin: "0 0 24px" }} />;
  }
  return (
    <Text
      className="text"
      data-skip-in-text="true"
      style={{ color, fontSize: 16, fontWeight: 600, lineHeight: "24px", margin: "0 0 24px" }}
    >
      {name}
    </Text>
  );
}

function LegalLinks({ brand: { termsUrl, privacyUrl }, words }: { brand: Brand; words: Words }) {
  const links = [
    { href: termsUrl, label: words.say("terms") },
    { href: privacyUrl, label: words.say("privacy") },
  ];
  return links.map(({ href, label }) =>
    href === null ? null : (
      <Note key={label}>
        <Link className="muted" href={href} style={{ color: "inherit", textDecoration: "underline" }}>
          {label}
        </Link>
      </Note>
    ),
  );
}
