/** The words for an audited action. */
export interface ActionWords {
  /** Past tense, such as `Created an API key`. */
  label: string;
  /** The label as part of a sentence that names the object; a name in braces is a value of the entry's `data`. */
  sentence?: string | ((data: Record<string, unknown>) => string);
}
