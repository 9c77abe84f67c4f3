import { setPassphraseCost } from "@/lib/core/crypto/passphrase";
import { setPasswordCost } from "@/lib/core/crypto/password";

// Runs before each file. A file that is about a cost itself sets PASSWORD_COST in a hook of its own.
setPasswordCost({ memoryCost: 8, timeCost: 1 });
// A sealed key names its cost, so processes that a test starts open it as quickly.
setPassphraseCost({ N: 16, r: 8, p: 1 });
