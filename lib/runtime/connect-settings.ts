import "server-only";
import type { Logger } from "pino";
import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { DatabaseClient } from "@/lib/core/db/client";
import type { Environment } from "@/lib/core/env";
import { createMailServices } from "@/lib/infra/mail/mail-services";
import { LiveSettings } from "@/lib/people/operator-settings/live-settings";

/** Returns the settings in force, and the parts of a context that follow from them. */
export function connectSettings(
  environment: Environment,
  parts: { db: DatabaseClient; sealer: SecretSealer; log: Logger },
) {
  const settings = new LiveSettings({ ...parts, environment });
  const mail = createMailServices(environment, () => settings.current, parts.log);
  const inForce = () => {
    const { securityContact, drafts, auditDays, deletedDatabaseDays } = settings.current;
    return { mail: mail.services(), securityContact, drafts, auditDays, deletedDatabaseDays };
  };
  return { settings, inForce, mailer: mail.mailer };
}
