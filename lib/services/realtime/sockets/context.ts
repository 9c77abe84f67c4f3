import type { RealtimeExchange } from "@/lib/core/ports/realtime-exchange";
import type { UsageRecorder } from "@/lib/services/usage/recorder";
import type { SignInContext } from "@/lib/sign-in/context";

export interface RealtimeContext extends SignInContext {
  /** Reaches sockets, in whichever process they are. */
  realtime: RealtimeExchange;
  usage: UsageRecorder;
}
