import { setPasswordCost } from "@/lib/core/crypto/password";

// Runs before each file. One that is about the hash itself sets PASSWORD_COST in a hook of its own.
setPasswordCost({ memoryCost: 8, timeCost: 1 });
