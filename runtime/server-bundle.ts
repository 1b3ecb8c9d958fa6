/**
 * Modules for parsing flags and starting a server, bundled as one unit: each separately loaded module would add files, and with them time
 * and memory.
 */
export { catalog } from '../generated/catalog.ts';
export { rootGroups, rootHooks } from '../generated/root-hooks.ts';
export { vocabulary } from '../generated/vocabulary.ts';
export { collectWhenIdle } from './node/collect-when-idle.ts';
export { limitSemiSpace } from './node/limit-semi-space.ts';
export { FlagError } from './server/flags/flag-error.ts';
export { helpText } from './server/flags/help.ts';
export { readFlags } from './server/flags/read.ts';
export { rememberObjects } from './server/restore-objects.ts';
export { inDataFolder } from './server/storage/stopped-server.ts';
export { startServer } from './server.ts';
export { openLog } from './telemetry/log.ts';
