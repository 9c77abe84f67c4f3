/** The status and texts of one error code. */
export interface ErrorDefinition {
  status: number;
  /** Whether the same request can succeed later. */
  retryable: boolean;
  meaning: string;
}
