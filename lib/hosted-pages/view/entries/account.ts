import { Account } from "../account";
import { hydrate } from "../hydrate";

hydrate({ account: Account });
