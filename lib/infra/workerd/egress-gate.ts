import { isIP } from "node:net";
import { startPatience } from "@/lib/core/patience";
import type { FunctionEgress } from "@/lib/core/ports/function-runtime";
import { type ResolveName, resolveBySystem } from "../outgoing-http/checked-http";
import { isLoopbackAddress, isPublicAddress } from "../outgoing-http/public-address";

/** Of requests, and of connections to the database. */
export const PER_INVOCATION = 50;
const PORTS: ReadonlySet<string> = new Set(["80", "443"]);
const RESOLVE_MILLISECONDS = 5_000;

export interface EgressRules {
  /** Whether functions may reach this machine, at any port: for development alone. */
  allowsLoopback: boolean;
  resolve?: ResolveName;
  /** The service's own sites, which functions reach wherever they are; `null` where there are none. */
  service: OwnSites | null;
  /** Certificates of further authorities, as PEM. */
  authorities?: string[];
  /**
   * Returns the header that tells this service how deep a request of a function is, for its own addresses; `null` for
   * others.
   */
  depthHeader(url: URL, depth: number): Record<string, string> | null;
}

export interface OwnSites {
  /** Origins, without a slash at the end. */
  url: string;
  contentUrl: string;
}

/** The refusal of a function's connection; the message is for its author. */
export class EgressRefusal extends Error {
  override readonly name = "EgressRefusal";
}

interface Running {
  depth(): number;
  onRefused(message: string): void;
}

/** Decides the addresses that one process may reach. */
export class EgressGate {
  readonly rules: EgressRules;
  readonly #egress: FunctionEgress;
  readonly #running: Running;
  #requestsLeft = 0;
  #connectionsLeft = 0;

  constructor(egress: FunctionEgress, rules: EgressRules, running: Running) {
    this.#egress = egress;
    this.rules = rules;
    this.#running = running;
  }

  /** An invocation begins, and brings requests of its own; requests of earlier ones end with the last of them. */
  noteInvocation(isFirst: boolean): void {
    this.#requestsLeft = (isFirst ? 0 : this.#requestsLeft) + PER_INVOCATION;
    this.#connectionsLeft = (isFirst ? 0 : this.#connectionsLeft) + PER_INVOCATION;
  }

  get depth(): number {
    return this.#running.depth();
  }

  /**
   * Returns the addresses of a request's target, each of which may be connected to. Throws `EgressRefusal`, also noted
   * in the log.
   */
  addressesOfUrl(url: URL): Promise<string[]> {
    const { service } = this.rules;
    const isOwn = service !== null && [service.url, service.contentUrl].includes(url.origin);
    return this.#noted(url.hostname, url.port || (url.protocol === "https:" ? "443" : "80"), isOwn);
  }

  /** Returns the addresses of a host for protocols other than HTTP. Throws `EgressRefusal`, also noted in the log. */
  addressesOf(hostname: string, port: string): Promise<string[]> {
    return this.#noted(hostname, port, false);
  }

  /** Returns whether the database may be connected to once more; a refusal is noted in the log. */
  takeConnection(): boolean {
    this.#connectionsLeft -= 1;
    if (this.#connectionsLeft >= 0) return true;
    this.#running.onRefused(`An invocation may open at most ${PER_INVOCATION} connections to its database.`);
    return false;
  }

  async #noted(hostname: string, port: string, isOwn: boolean): Promise<string[]> {
    try {
      return await this.#check(hostname.toLowerCase(), port, isOwn);
    } catch (error) {
      const refusal = error instanceof EgressRefusal ? error : new EgressRefusal(`${hostname} can't be resolved.`);
      this.#running.onRefused(refusal.message);
      throw refusal;
    }
  }

  async #check(hostname: string, port: string, isOwn: boolean): Promise<string[]> {
    this.#count();
    const { mode, hosts } = this.#egress;
    if (mode === "none") throw new EgressRefusal("This function may reach no hosts.");
    if (mode === "list" && !hosts.includes(hostname.replace(/\.$/, ""))) {
      throw new EgressRefusal(`This function may not reach ${hostname}.`);
    }
    const literal = hostname.replace(/^\[|\]$/g, "");
    const addresses = isIP(literal) > 0 ? [literal] : await this.#resolve(hostname.replace(/\.$/, ""));
    if (addresses.length === 0) throw new EgressRefusal(`${hostname} has no address.`);
    if (isOwn) return addresses;
    if (this.rules.allowsLoopback && addresses.every(isLoopbackAddress)) return addresses;
    if (!addresses.every(isPublicAddress)) throw new EgressRefusal(`${hostname} isn't on the public internet.`);
    if (!PORTS.has(port)) throw new EgressRefusal(`Functions reach ports 80 and 443 alone, not ${port}.`);
    return addresses;
  }

  /** Requests belong to no invocation, so those that run together share their allowance. */
  #count(): void {
    this.#requestsLeft -= 1;
    if (this.#requestsLeft < 0) throw new EgressRefusal(`An invocation may send at most ${PER_INVOCATION} requests.`);
  }

  async #resolve(hostname: string): Promise<string[]> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () => reject(new Error("the name servers take too long"));
    const endPatience = startPatience(RESOLVE_MILLISECONDS, late);
    const looked = (this.rules.resolve ?? resolveBySystem)(hostname);
    return Promise.race([looked, promise]).finally(endPatience);
  }
}
