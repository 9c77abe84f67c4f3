import { PasswordQueue } from "@/lib/core/crypto/password-queue";

/** Tells how many hashes were asked for. */
export class CountingQueue extends PasswordQueue {
  hashes = 0;

  override hash(...given: Parameters<PasswordQueue["hash"]>) {
    this.hashes += 1;
    return super.hash(...given);
  }

  override verify(...given: Parameters<PasswordQueue["verify"]>) {
    this.hashes += 1;
    return super.verify(...given);
  }
}
