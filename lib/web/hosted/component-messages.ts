import { ar, de, en, es, fr, ja, type Messages } from "@coppice/auth/messages";
import type { Locale } from "@/lib/locale";

/** The texts of the client package's components, by language. */
export const COMPONENT_MESSAGES: Record<Locale, Messages> = { en, de, fr, es, ja, ar };
