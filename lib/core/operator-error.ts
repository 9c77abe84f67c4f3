/** The operator can act on this failure; its message is one sentence and is printed without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
