const LABELS: Readonly<Record<string, string>> = {
  equals: "is",
  differs: "is not",
  less: "<",
  "at most": "≤",
  greater: ">",
  "at least": "≥",
};

/** Returns the choices of a filter's operators. Those without a sign of their own are called by their names. */
export function operatorChoices(operators: readonly string[]): { value: string; label: string }[] {
  return operators.map((value) => ({ value, label: LABELS[value] ?? value }));
}
