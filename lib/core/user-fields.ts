import { z } from "zod";
import { emailInOneForm, hasMailableLengths, MAX_EMAIL_LENGTH } from "@/lib/core/email-address";
import { isOneLine } from "@/lib/core/names";

const INVALID_EMAIL = { message: "Invalid email address" };

export const EMAIL_WORDS = { label: "Email", kind: "email", fault: "Enter an email address." } as const;

/** One address in its one form; look-alikes of `@`, comments, lists and line breaks do not pass. */
export const Email = z
  .string()
  .overwrite(emailInOneForm)
  .email(INVALID_EMAIL)
  .max(MAX_EMAIL_LENGTH, INVALID_EMAIL)
  .refine(hasMailableLengths, INVALID_EMAIL)
  .meta({ example: "ada@example.com", form: EMAIL_WORDS });

export const Name = z
  .string()
  .max(256)
  .refine(isOneLine, { message: "Invalid input: must not hold control characters" })
  .meta({ example: "Ada", form: { label: "Name", fault: "A name has at most 256 characters." } });

export const Image = z
  .string()
  .max(2_048)
  .refine(isOneLine, { message: "Invalid input: must not hold control characters" })
  .meta({ example: "https://app.example.com/ada.png" });

export const Password = z.string().meta({ example: "correct horse battery staple" });
