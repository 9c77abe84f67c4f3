const WORDS = { read: "Read-only", "read-write": "Read and write", admin: "Admin" } as const;

export type Scope = keyof typeof WORDS;

export const scopeWords = (scope: Scope): string => WORDS[scope];
