import { OperatorError } from "@/lib/core/operator-error";

/** Backups lack something that they should have, or have it otherwise than it was written. */
export class DamageError extends OperatorError {}
