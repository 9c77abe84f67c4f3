/** A socket's side of a subscription. */
export interface FrameSink {
  readonly subscriptionId: string;
  /** The client reads too slowly to be sent more now. */
  readonly isFull: boolean;
  write(frame: Buffer): void;
}
