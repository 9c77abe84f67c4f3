import type { BackupContext } from "@/lib/hosting/past-restores/context";
import type { AuditContext } from "@/lib/people/audit/context";
import type { FunctionContext } from "@/lib/services/functions/context";

/** The context of all jobs together. */
export interface JobContext extends FunctionContext, AuditContext, BackupContext {}
