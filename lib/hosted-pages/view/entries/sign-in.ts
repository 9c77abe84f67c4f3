import { hydrate } from "../hydrate";
import { SIGN_IN_VIEWS } from "../sign-in-views";

hydrate(SIGN_IN_VIEWS);
