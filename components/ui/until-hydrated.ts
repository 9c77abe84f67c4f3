/** Removes the mark when React takes the element over. */
const unmark = (element: Element | null) => element?.removeAttribute("aria-disabled");

/**
 * Attributes of a control that only scripts answer: the server marks it as disabled, and hydration takes the mark away.
 * A list has a hundred such controls, so none of them is rendered a second time for that.
 */
export const untilHydrated =
  typeof window === "undefined"
    ? ({ "aria-disabled": true, ref: undefined } as const)
    : ({ suppressHydrationWarning: true, ref: unmark } as const);
