import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeFullDisk } from "../data-folder/disk-full";
import { hostAccess } from "./cluster-configuration";
import type { Reserve } from "./reserve";

const OF_CUSTOMERS = /^(local|host|hostssl) same(user|role) .*\n/gm;

/**
 * Shuts customers out while all that was kept for a full disk is given up. They would use up the rest, and nothing
 * could then be deleted.
 */
export class CustomerAccess {
  readonly #file: string;
  readonly #all: string;
  /** Coppice itself is let in, so that it can delete databases. */
  readonly #withoutCustomers: string;
  readonly #reserve: Reserve;
  readonly #log: (line: string) => void;
  #postmaster = () => 0;

  constructor(
    configurationDirectory: string,
    reserve: Reserve,
    log: (line: string) => void,
    options: { isPublic: boolean } = { isPublic: false },
  ) {
    this.#all = hostAccess(options);
    this.#withoutCustomers = this.#all.replaceAll(OF_CUSTOMERS, "");
    this.#file = join(configurationDirectory, "pg_hba.conf");
    this.#reserve = reserve;
    this.#log = log;
  }

  /** Returns the access rules for the room left now. */
  get rules(): string {
    return this.#reserve.isSpent ? this.#withoutCustomers : this.#all;
  }

  /** From now on the server is told of new rules; a server that starts reads them by itself. */
  serve(postmasterPid: () => number): void {
    this.#postmaster = postmasterPid;
  }

  /** Makes room, and returns whether there was any to make. */
  makeRoom(): boolean {
    const hasMade = this.#reserve.makeRoom();
    this.settle();
    return hasMade;
  }

  keepRoom(): void {
    this.#reserve.keepRoom();
    this.settle();
  }

  /** Puts the rules for the room left now into force. */
  settle(): void {
    const rules = this.rules;
    const current = existsSync(this.#file) ? readFileSync(this.#file, "utf8") : rules;
    if (current === rules) return;
    if (rules === this.#withoutCustomers) {
      const full = describeFullDisk(this.#reserve.places);
      this.#log(`${full}. Until there is space, customers can't connect and databases can only be deleted.`);
    } else if (current === this.#withoutCustomers) {
      this.#log("There is space on the disk again. Customers can connect.");
    }
    writeFileSync(`${this.#file}.new`, rules);
    // The umask may keep it from the cluster's user.
    chmodSync(`${this.#file}.new`, 0o644);
    renameSync(`${this.#file}.new`, this.#file);
    const pid = this.#postmaster();
    if (pid > 0) process.kill(pid, "SIGHUP");
  }
}
