/** What is told about a code of an error. */
export interface ErrorDefinition {
  status: number;
  /** Whether the same request can succeed later. */
  retryable: boolean;
  meaning: string;
}
