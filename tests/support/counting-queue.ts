import { PasswordQueue } from "@/lib/core/crypto/password-queue";

/** Tells how many hashes were asked for, and of which. */
export class CountingQueue extends PasswordQueue {
  hashes = 0;
  /** The stored hashes and decoys that passwords were compared with. */
  readonly compared: (string | null)[] = [];

  override hash(...given: Parameters<PasswordQueue["hash"]>) {
    this.hashes += 1;
    return super.hash(...given);
  }

  override verify(...given: Parameters<PasswordQueue["verify"]>) {
    const [, passwordHash, , decoyHash = null] = given;
    this.hashes += 1;
    this.compared.push(passwordHash ?? decoyHash);
    return super.verify(...given);
  }
}
