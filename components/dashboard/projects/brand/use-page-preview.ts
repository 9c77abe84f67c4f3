"use client";

import { useEffect } from "react";
import { usePageNonce } from "@/components/ui/page-nonce";
import type { AccentJudgement } from "@/lib/sign-in/brand/resource";
import { useAnswer } from "./use-answer";

interface Asked {
  page: string;
  locale: string;
  theme: string;
  brand: unknown;
  /** Asks anew once it changes. */
  logo: string | null;
}

/** Returns the previewed page as HTML, and tells the colours made of its accent. */
export function usePagePreview(
  address: string,
  { logo, ...asked }: Asked,
  onAccent: (accent: AccentJudgement) => void,
) {
  const nonce = usePageNonce();
  const body = { ...asked, nonce };
  const { answer, problem } = useAnswer<{ html: string; accent: AccentJudgement }>(address, body, logo);
  useEffect(() => {
    if (answer) onAccent(answer.accent);
  }, [answer, onAccent]);
  return { html: answer?.html ?? "", problem };
}
