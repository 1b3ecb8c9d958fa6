// Generated from the specs. Edit those: this file is overwritten.
import type { GroupHooks, ServedHooks } from '../runtime/api/hooks.ts';

/** Hooks of additional spec roots, by storage name. A build with such roots fills this map. */
export const rootHooks: Readonly<Record<string, ServedHooks>> = {};

/** By group, those of groups that other servers have. */
export const rootGroups: Readonly<Record<string, GroupHooks>> = {};
