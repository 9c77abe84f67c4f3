import { appendFileSync } from "node:fs";
import { inject } from "vitest";

/** The file that gathers the secrets of every worker of the run; none if no service runs beside the tests. */
const file = inject("usedSecretsFile") as string | undefined;

class UsedSecrets extends Set<string> {
  override add(secret: string): this {
    if (this.has(secret)) return this;
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(secret)}\n`);
    return super.add(secret);
  }
}

/** Every key, password, token and code that this file's tests have had in their hands. */
export const usedSecrets: Set<string> = new UsedSecrets();
