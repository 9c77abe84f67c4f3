import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { patienceSignal } from "@/lib/core/patience";
import type { BreachedPasswords } from "@/lib/core/ports/breached-passwords";
import { SERVICE } from "@/lib/core/service";

const PREFIX_LENGTH = 5;
const TIMEOUT_MS = 1_000;

/**
 * Asks a range API of the shape of Have I Been Pwned's: `GET {url}/{first five hexadecimal digits of the SHA-1}`
 * answers lines of `SUFFIX:COUNT`. Nobody who sees the traffic learns the password, nor by its length whether it was
 * found: padding lines have the count 0. Without an answer within a second the password passes.
 */
export class PasswordRangeClient implements BreachedPasswords {
  readonly #url: string;
  readonly #log: Logger;
  readonly #timeoutMs: number;

  /** The prefix is appended to `url` as the last path segment. */
  constructor(url: string, log: Logger, timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
    this.#url = url.endsWith("/") ? url : `${url}/`;
    this.#log = log;
  }

  async isBreached(password: string): Promise<boolean> {
    const digest = createHash("sha1").update(password).digest("hex").toUpperCase();
    try {
      const lines = await this.#range(digest.slice(0, PREFIX_LENGTH));
      return lines.some((line) => isSeen(line, digest.slice(PREFIX_LENGTH)));
    } catch (error) {
      this.#log.warn({ err: error }, "the range look-up of breached passwords failed; a new password was let pass");
      return false;
    }
  }

  async #range(prefix: string): Promise<string[]> {
    const response = await fetch(this.#url + prefix, {
      headers: { "Add-Padding": "true", "User-Agent": SERVICE.slug },
      redirect: "error",
      signal: patienceSignal(this.#timeoutMs),
    });
    if (!response.ok) throw new Error(`the range look-up answered ${response.status}`);
    return (await response.text()).split("\n");
  }
}

function isSeen(line: string, suffix: string): boolean {
  const [found = "", count = ""] = line.trim().split(":");
  return found.toUpperCase() === suffix && Number(count) > 0;
}
