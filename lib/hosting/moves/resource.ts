export interface MovedDatabase {
  id: string;
  name: string;
  /** The name of the host where it is now. */
  host: string;
  /** The time during which clients were kept out. */
  pausedMilliseconds: number;
  /** Whether its connection string is another one now. */
  hasNewAddress: boolean;
}
