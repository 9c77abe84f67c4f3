/** Returns the fault of the controls of the page: beside the screen, cut off, or below something else. */
export function outOfReach(): string[] {
  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=switch], [role=option]";
  const named = (element: Element) => element.outerHTML.replace(/\s(class|style)="[^"]*"/g, "").slice(0, 120);
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isHiddenFromEyes = (each: Element) => /inset\(50%\)/.test(getComputedStyle(each).clipPath);
    if (width <= 1 || height <= 1 || element.closest("[aria-hidden=true], nextjs-portal")) return false;
    for (let each: Element | null = element; each; each = each.parentElement) if (isHiddenFromEyes(each)) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  /** An element that scrolls brings its content into view; one that hides does not. */
  const cutBy = (element: Element): Element | null => {
    let inner = element.getBoundingClientRect();
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      const box = outer.getBoundingClientRect();
      const scrolls = (how: string) => how === "auto" || how === "scroll";
      if (overflowX === "visible" && overflowY === "visible") {
        if (position === "fixed") return null;
        continue;
      }
      const isCutAcross = !scrolls(overflowX) && (inner.left < box.left - 2 || inner.right > box.right + 2);
      const isCutDown = !scrolls(overflowY) && (inner.top < box.top - 2 || inner.bottom > box.bottom + 2);
      if (isCutAcross || isCutDown) return outer;
      inner = box;
    }
    return inner.left < -1 || inner.right > innerWidth + 1 ? document.body : null;
  };
  const faults: string[] = [];
  // Below a dialog nothing is in reach.
  const root = [...document.querySelectorAll('[role="dialog"]')].filter(isSeen).at(-1) ?? document;
  for (const control of root.querySelectorAll(CONTROLS)) {
    // The link past the header comes into view with the focus.
    if (!isSeen(control) || control.matches('[href="#main"]')) continue;
    const cut = cutBy(control);
    if (cut) {
      faults.push(`${named(control)} is cut off by ${named(cut)}`);
      continue;
    }
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    const isIts =
      over && (control.contains(over) || over.contains(control) || over.closest("label")?.contains(control));
    const isLabel = over?.closest("label")?.control === control;
    if (!isIts && !isLabel) faults.push(`${named(control)} is below ${over ? named(over) : "the edge of the screen"}`);
  }
  return faults;
}

/** Returns the elements that move, or would, for longer than anybody sees. */
export function moving(): string[] {
  const SEEN_SECONDS = 0.02;
  const longest = (text: string) =>
    Math.max(...text.split(",").map((each) => Number.parseFloat(each) * (each.trim().endsWith("ms") ? 0.001 : 1)));
  const found = new Set<string>();
  for (const element of document.querySelectorAll("*")) {
    for (const pseudo of [undefined, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      const isMoved = style.transitionProperty !== "none" && longest(style.transitionDuration) > SEEN_SECONDS;
      const isAnimated = style.animationName !== "none" && longest(style.animationDuration) > SEEN_SECONDS;
      if (isMoved || isAnimated) {
        const what = isMoved ? `transition ${style.transitionProperty}` : `animation ${style.animationName}`;
        found.add(`${what} of ${element.outerHTML.slice(0, 120)}${pseudo ?? ""}`);
      }
    }
  }
  return [...found];
}

/**
 * Returns the texts, and the controls that are off, that hardly stand out from their background. It needs no script of
 * the page, nor time.
 */
export function faint(): string[] {
  const LEAST_CONTRAST = 3;
  const partsOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const lightness = (colour: string) => {
    const linear = partsOf(colour)
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  };
  const surfaceOf = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element);
    const isOpaque = (partsOf(backgroundColor)[3] ?? 1) === 1;
    return isOpaque || !element.parentElement ? backgroundColor : surfaceOf(element.parentElement);
  };
  const contrast = (one: string, other: string) => {
    const [a, b] = [lightness(one), lightness(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  /** Returns the outline of a control that is off: its own, or that of the track beside it. */
  const outlineOf = (control: Element) => {
    const drawn = control.matches(".mantine-Switch-input") ? (control.nextElementSibling ?? control) : control;
    const { borderTopColor, borderTopWidth, boxShadow } = getComputedStyle(drawn);
    return borderTopWidth === "0px" ? boxShadow : borderTopColor;
  };
  const unseen = [...document.querySelectorAll(":is([type=checkbox], [type=radio]):not(:checked, :disabled)")]
    .filter((control) => /mantine-(Checkbox|Radio|Switch)-/.test(control.className) && control.checkVisibility())
    .filter((control) => contrast(outlineOf(control), surfaceOf(control.parentElement ?? control)) < LEAST_CONTRAST)
    .map((control) => `hardly an outline: ${control.outerHTML.slice(0, 120)}`);
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  const unread = [...document.body.querySelectorAll("*")]
    .filter((element) => hasText(element) && element.checkVisibility({ opacityProperty: true }))
    .filter((element) => contrast(getComputedStyle(element).color, surfaceOf(element)) < LEAST_CONTRAST)
    .map((element) => element.outerHTML.slice(0, 120));
  return [...unread, ...unseen];
}
