"use client";

import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { MailPreview as Preview } from "@/lib/sign-in/mail/own-texts/resource";
import classes from "../brand/brand.module.css";
import { useAnswer } from "../brand/use-answer";

interface Props {
  address: string;
  kind: string;
  locale: string;
  texts: Readonly<Record<string, string>>;
}

const CHOICES = {
  theme: [
    { value: "light", label: "Light" },
    { value: "dark", label: "Dark" },
  ],
  width: [
    { value: "desktop", label: "Desktop" },
    { value: "phone", label: "Phone" },
  ],
};

/** The email as the service renders it, its plain text below. Nothing in it can be opened. */
export function MailPreview({ address, kind, locale, texts }: Props) {
  const [theme, setTheme] = useState("light");
  const [width, setWidth] = useState("desktop");
  const { answer, problem } = useAnswer<Preview>(address, { kind, locale, texts, theme });
  return (
    <section aria-label="Preview" className={classes.preview}>
      <div className={classes.previewTools}>
        <SegmentedControl aria-label="Reader's theme" data={CHOICES.theme} value={theme} onChange={setTheme} />
        <SegmentedControl aria-label="Width" data={CHOICES.width} value={width} onChange={setWidth} />
      </div>
      <p className={classes.subject}>{answer?.subject}</p>
      <div className={classes.stage}>
        <iframe
          title="Preview of the email"
          // Nothing runs and no link opens; its own origin is needed to load the logo.
          sandbox="allow-same-origin"
          srcDoc={answer?.html ?? ""}
          tabIndex={-1}
          className={classes.mail}
          data-width={width}
        />
      </div>
      <details className={classes.plain}>
        <summary>Plain text</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
        <pre dir="auto" tabIndex={0}>
          {answer?.text}
        </pre>
      </details>
      <p role="status" className={classes.meta}>
        {problem}
      </p>
    </section>
  );
}
