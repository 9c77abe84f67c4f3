import { ServiceError } from "@/lib/core/errors";

/** A value that doesn't fit; SCIM calls it `invalidValue`. */
export function invalidValue(path: string, message: string): ServiceError {
  return new ServiceError("invalid_request", `${path}: ${message}`, { details: [{ path, message }] });
}

/** A request that isn't one of the protocol; SCIM calls it `invalidSyntax`. */
export function invalidSyntax(path: string, message: string): ServiceError {
  return new ServiceError("invalid_json", `${path}: ${message}`);
}

export function invalidPath(message: string): ServiceError {
  return new ServiceError("invalid_path", message);
}

export function readOnly(name: string): ServiceError {
  return new ServiceError("immutable_attribute", `${name} can't be changed.`);
}
