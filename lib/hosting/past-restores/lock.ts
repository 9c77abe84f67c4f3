import { stagingIdOf } from "@/lib/hosting/databases/staging";

/** Returns the lock that a restore holds on its host while it is carried out. Its database's own is free meanwhile. */
export const lockOf = (databaseId: string) => stagingIdOf(`past ${databaseId}`);
