// Generated from the specs. Edit those: this file is overwritten.
import type { GroupHooks, ServedHooks } from '../runtime/api/hooks.ts';

/** By storage name, the hooks that spec roots beside the built-in one bring along. A build for such roots has them here. */
export const rootHooks: Readonly<Record<string, ServedHooks>> = {};

/** By group, those of groups that other servers have. */
export const rootGroups: Readonly<Record<string, GroupHooks>> = {};
