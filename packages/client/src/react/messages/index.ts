export { ar } from "./ar";
export { de } from "./de";
export { en, type MessageKey, type Messages } from "./en";
export { es } from "./es";
export { describeFailure, fillIn } from "./fill-in";
export { fr } from "./fr";
export { ja } from "./ja";
