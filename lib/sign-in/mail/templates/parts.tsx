import { Button } from "@react-email/button";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createContext, type ReactNode, useContext } from "react";
import type { Words } from "../words";
import type { Theme } from "./theme";

export const MailContext = createContext<{ theme: Theme; words: Words } | null>(null);

function useMail(): { theme: Theme; words: Words } {
  const mail = useContext(MailContext);
  if (mail === null) throw new TypeError("a part of a mail stands outside its layout");
  return mail;
}

const useTheme = () => useMail().theme;

/** A part of a mail's text, in the order of the mail. */
export type Part = ReactNode;

export const paragraph = (text: string): Part => <Paragraph>{text}</Paragraph>;
export const note = (text: string): Part => <Note>{text}</Note>;
export const action = (label: string, href: string): Part => <Action label={label} href={href} />;
export const code = (digits: string): Part => <Code digits={digits} />;

function Paragraph({ children }: { children: ReactNode }) {
  const { text } = useTheme();
  return (
    <Text className="text" style={{ color: text, fontSize: 16, lineHeight: "24px", margin: "0 0 16px" }}>
      {children}
    </Text>
  );
}

export function Note({ children }: { children: ReactNode }) {
  const { muted } = useTheme();
  return (
    <Text className="muted" style={{ color: muted, fontSize: 14, lineHeight: "20px", margin: "0 0 12px" }}>
      {children}
    </Text>
  );
}

/** Shows a button, and its address for programs that show no buttons. Plain text has label and address in one line. */
function Action({ href, label }: { href: string; label: string }) {
  const { theme, words } = useMail();
  const { accent, onAccent, border, radius, muted } = theme;
  const shape = { borderRadius: radius, border: `1px solid ${border}`, padding: "12px 20px" };
  const small = { color: muted, fontSize: 14, lineHeight: "20px", margin: "0 0 16px", wordBreak: "break-all" } as const;
  return (
    <>
      <Section style={{ margin: "0 0 12px" }}>
        <Button
          className="button"
          href={href}
          style={{ ...shape, backgroundColor: accent, color: onAccent, fontSize: 16, fontWeight: 600 }}
        >
          {label}
        </Button>
      </Section>
      <Text className="muted" data-skip-in-text="true" style={small}>
        {words.say("open-link")}{" "}
        <Link className="muted" href={href} style={{ color: muted, textDecoration: "underline" }}>
          {href}
        </Link>
      </Text>
    </>
  );
}

/** Digits run from left to right in every language. */
function Code({ digits }: { digits: string }) {
  const { text, border, radius } = useTheme();
  const box = {
    border: `1px solid ${border}`,
    borderRadius: radius,
    padding: "12px 16px",
    textAlign: "center",
  } as const;
  const type = { fontFamily: "Consolas, Menlo, monospace", fontSize: 28, fontWeight: 600, letterSpacing: 6 };
  return (
    <Text
      className="code text"
      dir="ltr"
      style={{ ...box, ...type, color: text, lineHeight: "36px", margin: "0 0 16px" }}
    >
      {digits}
    </Text>
  );
}
