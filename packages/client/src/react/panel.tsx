"use client";

import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { useBrand } from "./use-brand";

export type HeadingLevel = 1 | 2 | 3;

const SectionLevel = createContext<2 | 3 | 4>(3);

/** Returns the level of the headings in a panel, one below the panel's own. */
export function useSectionLevel(): 2 | 3 | 4 {
  return useContext(SectionLevel);
}

interface PanelProps {
  part: string;
  title: string;
  text?: ReactNode;
  headingLevel?: HeadingLevel | undefined;
  className?: string | undefined;
  /** Whether the heading takes the focus when this panel replaces another. A new `step` moves it too. */
  takesFocus?: boolean | undefined;
  step?: string;
  children: ReactNode;
}

/** The frame of each component: the root element of the style sheet, and a heading that labels it. */
export function Panel(props: PanelProps): ReactNode {
  const { part, title, text, headingLevel = 2, className, takesFocus = false, step, children } = props;
  const titleId = useId();
  const root = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useBrand(root);
  const shownStep = useRef(step);
  useEffect(() => {
    const hasFocusWithin = heading.current?.parentElement?.querySelector(":focus") != null;
    if ((takesFocus || shownStep.current !== step) && !hasFocusWithin) heading.current?.focus();
    shownStep.current = step;
  }, [takesFocus, step]);
  const Heading = `h${headingLevel}` as const;
  return (
    <section data-auth-ui="" data-part={part} className={className} aria-labelledby={titleId} ref={root}>
      <Heading data-part="title" id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      {text === undefined ? null : <p data-part="text">{text}</p>}
      <SectionLevel value={SECTION_LEVELS[headingLevel]}>{children}</SectionLevel>
    </section>
  );
}

const SECTION_LEVELS = { 1: 2, 2: 3, 3: 4 } as const;

/** A notice that something was done, which screen readers announce. */
export function Notice({ children }: { children: ReactNode }): ReactNode {
  return (
    <div data-part="notice" role="status">
      {children}
    </div>
  );
}

interface TextButtonProps {
  children: ReactNode;
  onClick: () => void;
  /** The page that shows the step without scripts. */
  href?: string | undefined;
  /** Called before that page is opened. */
  onFollow?: () => void;
}

/** A link to another step of the panel where a page shows that step, or else a button. */
export function TextButton({ children, onClick, href, onFollow }: TextButtonProps): ReactNode {
  if (href !== undefined) {
    return (
      <a data-part="link" href={href} onClick={onFollow}>
        {children}
      </a>
    );
  }
  return (
    <button type="button" data-part="link" onClick={onClick}>
      {children}
    </button>
  );
}
