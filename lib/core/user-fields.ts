import { z } from "zod";
import { isOneLine } from "@/lib/core/names";

/** RFC 5321 section 4.5.3.1.3 allows 256 characters with the angle brackets. */
const MAX_EMAIL_LENGTH = 254;

/** Lower-cases one ASCII address; look-alikes of `@`, comments, lists and line breaks do not pass. */
export const Email = z
  .email({ message: "Invalid email address" })
  .max(MAX_EMAIL_LENGTH, { message: "Invalid email address" })
  .transform((email) => email.toLowerCase())
  .meta({ example: "ada@example.com" });

export const Name = z
  .string()
  .max(256)
  .refine(isOneLine, { message: "Invalid input: must not hold control characters" })
  .meta({ example: "Ada" });

export const Image = z
  .string()
  .max(2_048)
  .refine(isOneLine, { message: "Invalid input: must not hold control characters" })
  .meta({ example: "https://app.example.com/ada.png" });

export const Password = z.string().meta({ example: "correct horse battery staple" });
