"use client";

import { SegmentedControl } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { usePageNonce } from "@/components/ui/page-nonce";
import { ScriptSelect } from "@/components/ui/script-select";
import type { AccentJudgement } from "@/lib/sign-in/projects/brand/resource";
import classes from "./brand.module.css";
import { useAnswer } from "./use-answer";

const PAGES = [
  { value: "sign-in", label: "Sign-in" },
  { value: "sign-up", label: "Sign-up" },
  { value: "code", label: "Emailed code" },
  { value: "two-factor", label: "Two-step verification" },
  { value: "reset-password", label: "New password" },
];
const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const SIZES = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 760 } };

interface Props {
  address: string;
  /** The changes of the brand that aren't saved. */
  brand: unknown;
  logo: string | null;
  languages: readonly { locale: string; name: string }[];
  locale: string;
  setLocale: (locale: string) => void;
  onAccent: (accent: AccentJudgement) => void;
}

/**
 * The hosted page itself, as the service renders it with the changes that are not saved. Nothing in it can be pressed.
 */
export function PagePreview({ address, brand, logo, languages, locale, setLocale, onAccent }: Props) {
  const [page, setPage] = useState("sign-in");
  const [theme, setTheme] = useState("system");
  const [size, setSize] = useState<keyof typeof SIZES>("desktop");
  const { ref, width } = useElementSize();
  const { html, problem } = usePagePreview(address, { page, locale, theme, brand: brand ?? {}, logo }, onAccent);
  const measures = SIZES[size];
  const scale = Math.min(1, (width || measures.width) / measures.width);
  return (
    <section aria-label="Preview" className={classes.preview}>
      <div className={classes.previewTools}>
        <ScriptSelect
          aria-label="Previewed page"
          data={PAGES}
          value={page}
          onChange={(event) => setPage(event.currentTarget.value)}
        />
        <ScriptSelect
          aria-label="Language of the preview"
          data={languages.map((each) => ({ value: each.locale, label: each.name }))}
          value={locale}
          onChange={(event) => setLocale(event.currentTarget.value)}
        />
        <SegmentedControl aria-label="Visitor's theme" data={THEMES} value={theme} onChange={setTheme} />
        <SegmentedControl
          aria-label="Width"
          data={[
            { value: "desktop", label: "Desktop" },
            { value: "phone", label: "Phone" },
          ]}
          value={size}
          onChange={(next) => setSize(next === "phone" ? "phone" : "desktop")}
        />
      </div>
      <div ref={ref} className={classes.stage} style={{ height: measures.height * scale }}>
        <iframe
          title="Preview of the hosted page"
          // Without allow-scripts and allow-forms nothing runs; its own origin is needed to load its style sheet.
          sandbox="allow-same-origin"
          srcDoc={html}
          tabIndex={-1}
          className={classes.page}
          style={{
            ...measures,
            transform: `scale(${scale})`,
            marginInlineStart: (width - measures.width * scale) / 2,
          }}
        />
      </div>
      <p role="status" className={classes.meta}>
        {problem}
      </p>
    </section>
  );
}

interface Asked {
  page: string;
  locale: string;
  theme: string;
  brand: unknown;
  /** Asks anew once it changes. */
  logo: string | null;
}

/** Returns the previewed page as HTML, and tells the colours made of its accent. */
function usePagePreview(address: string, { logo, ...asked }: Asked, onAccent: (accent: AccentJudgement) => void) {
  const nonce = usePageNonce();
  const body = { ...asked, nonce };
  const { answer, problem } = useAnswer<{ html: string; accent: AccentJudgement }>(address, body, logo);
  useEffect(() => {
    if (answer) onAccent(answer.accent);
  }, [answer, onAccent]);
  return { html: answer?.html ?? "", problem };
}
