"use client";

import { useEffect, useRef, useState } from "react";
import styles from "./api-reference.module.css";

interface Scalar {
  createApiReference(element: HTMLElement, configuration: Record<string, unknown>): { destroy(): void };
}

declare global {
  interface Window {
    Scalar?: Scalar;
  }
}

/** The options of Scalar. Every feature that would call another service is off. */
const CONFIGURATION = {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: "",
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  showDeveloperTools: "never",
  persistAuth: false,
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  theme: "none",
  defaultOpenAllTags: true,
  customCss: `
    .light-mode, .dark-mode {
      --scalar-background-1: var(--surface-page);
      --scalar-background-2: var(--surface-code);
      --scalar-background-3: var(--surface-hover);
      --scalar-color-1: var(--text);
      --scalar-color-2: var(--text-meta);
      --scalar-color-3: var(--text-meta);
      --scalar-color-accent: var(--accent-text);
      --scalar-border-color: var(--line);
      --scalar-color-green: var(--accent-text);
      --scalar-color-red: var(--danger);
      --scalar-color-orange: var(--warning);
      --scalar-color-yellow: var(--warning);
      --scalar-color-blue: var(--code-number);
      --scalar-color-purple: var(--code-keyword);
      --scalar-sidebar-background-1: var(--surface-quiet);
      --scalar-sidebar-color-active: var(--text);
      --scalar-sidebar-item-active-background: var(--surface-chosen);
      --scalar-sidebar-item-hover-background: var(--surface-hover);
      --scalar-radius: var(--radius-small);
      --scalar-radius-lg: var(--radius);
      --scalar-radius-xl: var(--radius);
      --scalar-paragraph: var(--font-text);
      --scalar-small: var(--font-interface);
      --scalar-mini: var(--font-interface);
      --scalar-micro: var(--font-meta);
      --scalar-heading-1: var(--font-title);
      --scalar-heading-2: var(--font-title);
      --scalar-heading-3: var(--font-section);
      --scalar-heading-4: var(--font-text);
      --scalar-heading-5: var(--font-text);
      --scalar-heading-6: var(--font-text);
      --scalar-semibold: var(--weight-label);
      --scalar-bold: var(--weight-title);
    }
    button[aria-expanded] { min-width: 24px; min-height: 24px; }
    a[href^="https://www.scalar.com"] { display: none; }
    .endpoints { overflow: visible !important; white-space: normal !important; overflow-wrap: anywhere; }
  `,
};

/** Renders /openapi.json as a page, in the colour scheme of the system. */
export function ApiReference() {
  const root = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"waiting" | "drawn" | "failed">("waiting");

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    let drawn: { destroy(): void } | null = null;
    let isGone = false;
    const mending = new MutationObserver(() => mendAccessibility(element));
    mending.observe(element, { childList: true, subtree: true });
    const draw = () => {
      drawn?.destroy();
      const scheme = dark.matches ? "dark" : "light";
      drawn = window.Scalar?.createApiReference(element, { ...CONFIGURATION, forceDarkModeState: scheme }) ?? null;
      setState("drawn");
    };
    loadScript("/generated/scalar/standalone.js").then(
      () => !isGone && draw(),
      () => setState("failed"),
    );
    dark.addEventListener("change", draw);
    return () => {
      isGone = true;
      mending.disconnect();
      dark.removeEventListener("change", draw);
      drawn?.destroy();
    };
  }, []);

  return (
    <>
      {state !== "drawn" && (
        <main className={styles.waiting}>
          <h1>API reference</h1>
          <p>
            {state === "failed" ? "The reference couldn't be loaded." : "The reference needs JavaScript."} The same
            content is at <a href="/openapi.json">/openapi.json</a>.
          </p>
        </main>
      )}
      <div ref={root} className={styles.root} />
    </>
  );
}

/**
 * Corrects the markup of the renderer: it names the copy buttons, makes long examples reachable by keys, and puts the
 * bar that phones show into a landmark.
 */
function mendAccessibility(root: HTMLElement): void {
  for (const bar of root.querySelectorAll(".t-doc__header:not([role])")) {
    bar.setAttribute("role", "navigation");
    bar.setAttribute("aria-label", "Place in the reference");
  }
  for (const button of root.querySelectorAll(".scalar-code-copy:not([aria-label])")) {
    button.setAttribute("aria-label", "Copy");
  }
  for (const example of root.querySelectorAll(".scalar-card-content:not([tabindex])")) {
    example.setAttribute("tabindex", "0");
  }
}

function loadScript(address: string): Promise<void> {
  if (window.Scalar) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} did not load`));
    document.head.append(script);
  });
}
