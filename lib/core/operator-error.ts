/** A failure that the operator can act on. Its message is one sentence, printed without a stack. */
export class OperatorError extends Error {
  override name = "OperatorError";
}
