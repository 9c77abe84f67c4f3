export { en, type MessageKey, type Messages } from "./en";
export { describeFailure, fillIn } from "./fill-in";
