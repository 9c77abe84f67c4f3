import { HostUnavailableError } from "@/lib/core/errors";

export function noRoom(): HostUnavailableError {
  return new HostUnavailableError("The host has no room for another database.");
}
