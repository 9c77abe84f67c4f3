import { wayWords } from "../way-words";

/** Returns a method of sign-in in words; `credential` is a password. */
export const methodWords = (method: string): string => wayWords(method === "credential" ? "password" : method);
