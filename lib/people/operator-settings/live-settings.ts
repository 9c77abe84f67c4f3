import type { Logger } from "pino";
import {
  CHANGEABLE_NAMES,
  type ChangeableName,
  type ChangeableSettings,
  ChangeableVariables,
  changeableOf,
  type SettingTexts,
} from "@/lib/core/changeable-settings";
import type { SecretPlace, SecretSealer } from "@/lib/core/crypto/seal";
import type { Database } from "@/lib/core/db/client";
import type { Environment } from "@/lib/core/env";
import { startPatience } from "@/lib/core/patience";
import { changedPlans } from "@/lib/core/plan-changes";
import { putPlansInForce } from "@/lib/core/plans";
import { isNeededBy } from "@/lib/core/role-variables";
import { SETTING_GROUPS } from "./groups";

const FRESH_MS = 3_000;
/** A control plane that doesn't answer holds a request up for no longer than this, each three seconds. */
const PATIENCE_MS = 1_000;

type Standing = Pick<Environment, "fixed" | "mode" | "url">;

interface Parts {
  db: Database;
  sealer: SecretSealer;
  log: Logger;
  environment: Environment;
}

/**
 * The settings in force in a process: variables, then the values that the operator stored, then defaults. Each request
 * and each job renews them first, so that a change is in force within seconds, and a process at rest asks nothing.
 */
export class LiveSettings {
  readonly #parts: Parts;
  #current: ChangeableSettings;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  /** The stored rows that are in force, as JSON; opening and checking them again takes 20 ms. */
  #rows = "";
  /** The names whose stored values were told of as unfit. */
  #told = "";

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#current = settingsOf({}, parts.environment);
    putPlansInForce(changedPlans(this.#current.planChanges));
  }

  /** The variables that the process was started with, beside which stored values are read. */
  get environment(): Environment {
    return this.#parts.environment;
  }

  get current(): ChangeableSettings {
    return this.#current;
  }

  /**
   * Reads the stored values if they were read more than three seconds ago, and waits for them after a rest: in traffic,
   * no request does. A failure leaves the last ones in force.
   */
  async renew(): Promise<void> {
    const age = performance.now() - this.#readAt;
    if (age < FRESH_MS) return;
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    if (age < 2 * FRESH_MS) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = startPatience(PATIENCE_MS, resolve, { keepsProcess: false });
    await Promise.race([this.#reading, promise]);
    end();
  }

  /** Has the next request read the stored values, as after a change in this process. */
  expire(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<void> {
    const { db, sealer, log, environment } = this.#parts;
    this.#readAt = performance.now();
    try {
      const stored = await db.operatorSetting.findMany({ select: { name: true, value: true } });
      const rows = JSON.stringify(stored);
      if (rows !== this.#rows) {
        const needed = stored.filter(({ name }) => isNeededBy(environment.roles, name));
        const { settings, unfit } = fittingSettings(openTexts(sealer, needed), environment);
        [this.#current, this.#rows] = [settings, rows];
        this.#tell(unfit.join());
      }
      putPlansInForce(changedPlans(this.#current.planChanges));
    } catch (error) {
      log.warn({ err: error }, "the stored settings couldn't be read; the last ones stay in force");
    }
  }

  /** Tells once of values that aren't in force, without them: one may be a secret. */
  #tell(names: string): void {
    if (names !== this.#told && names !== "") {
      this.#parts.log.warn({ names }, "stored settings don't fit, and aren't in force");
    }
    this.#told = names;
  }
}

/** Returns the settings in force, and the names whose stored values don't fit, as after a change of a variable beside. */
export function fittingSettings(
  stored: SettingTexts,
  standing: Standing,
): { settings: ChangeableSettings; unfit: ChangeableName[] } {
  let [kept, unfit]: [SettingTexts, ChangeableName[]] = [{}, []];
  let settings = settingsOf(kept, standing);
  for (const group of SETTING_GROUPS) {
    const names = (Object.keys(group.settings) as ChangeableName[]).filter((name) => stored[name] !== undefined);
    const more = { ...kept, ...Object.fromEntries(names.map((name) => [name, stored[name]])) };
    try {
      settings = settingsOf(more, standing);
      kept = more;
    } catch {
      unfit = [...unfit, ...names];
    }
  }
  return { settings, unfit };
}

/** Returns the settings with stored values. Throws where one doesn't fit, or they don't go together. */
export function settingsOf(stored: SettingTexts, { fixed, mode, url }: Standing): ChangeableSettings {
  return changeableOf(ChangeableVariables.parse({ ...stored, ...fixed }), { mode, url });
}

export function settingPlace(name: string): SecretPlace {
  return { table: "operator_setting", column: "value", rowId: name };
}

/** Returns the stored texts by their names; a name that is none of this version's is left out. */
export function openTexts(sealer: SecretSealer, rows: readonly { name: string; value: string }[]): SettingTexts {
  const known = rows.filter(({ name }) => (CHANGEABLE_NAMES as readonly string[]).includes(name));
  return Object.fromEntries(known.map(({ name, value }) => [name, sealer.open(value, settingPlace(name))]));
}

export function isChangeableName(name: string): name is ChangeableName {
  return Object.hasOwn(ChangeableVariables.shape, name);
}
