import type { ObjectStore } from "@/lib/core/ports/object-store";
import type { SignInContext } from "@/lib/sign-in/context";

export interface StorageContext extends SignInContext {
  objects: ObjectStore;
  /** The origin that serves what customers store; it has no slash at the end, and shares no cookies with the service. */
  contentUrl: string;
}
