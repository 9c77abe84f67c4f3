export { Profile } from "./profile";
export { Switcher } from "./switcher";
