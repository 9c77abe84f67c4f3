import { availableParallelism } from "node:os";
import { hashPassword, verifyPassword } from "@/lib/core/crypto/password";
import { PASSWORD } from "./subject";

// The machine's own rate: nothing but verifications, as many at once as the service makes. Prints how many per second.
const seconds = Number(process.argv[2]);
const passwordHash = await hashPassword(PASSWORD);
const startedAt = performance.now();
let count = 0;
await Promise.all(Array.from({ length: availableParallelism() }, verifyOn));
console.log(count / ((performance.now() - startedAt) / 1_000));

async function verifyOn(): Promise<void> {
  while (performance.now() - startedAt < seconds * 1_000) {
    if (!(await verifyPassword(passwordHash, PASSWORD))) throw new Error("The right password was refused.");
    count += 1;
  }
}
