import type { ObjectStore } from "@/lib/core/ports/object-store";
import type { SignInContext } from "@/lib/sign-in/context";
import type { PublicObjectLookup } from "./links/public-object-lookup";

export interface StorageContext extends SignInContext {
  objects: ObjectStore;
  publicObjects: PublicObjectLookup;
  /** The origin that serves customers' files; it has no slash at the end, and shares no cookies with the service. */
  contentUrl: string;
}
