"use client";

import { type ComponentType, lazy } from "react";
import { fail } from "../failure";
import { LoadFailure } from "./load-failure";
import type { ProfileProps } from "./organizations/profile";
import type { SwitcherProps } from "./organizations/switcher";

interface Chunk {
  Profile: ComponentType<ProfileProps>;
  Switcher: ComponentType<SwitcherProps>;
}

const NotLoaded = () => <LoadFailure failure={fail("network_error", "The script of the component did not load")} />;

/** Loads the components for organizations, which most apps do without. */
const load = (): Promise<Chunk> => import("./organizations").catch(() => ({ Profile: NotLoaded, Switcher: NotLoaded }));

export const ProfileChunk = lazy(async () => ({ default: (await load()).Profile }));
export const SwitcherChunk = lazy(async () => ({ default: (await load()).Switcher }));
