/** What a server is started from, as one thing to load: each that is loaded by itself costs files of its own, and with them time. */
export { catalog } from '../generated/catalog.ts';
export { rootGroups, rootHooks } from '../generated/root-hooks.ts';
export { vocabulary } from '../generated/vocabulary.ts';
export { startServer } from './server.ts';
export { openLog } from './telemetry/log.ts';
export { boundYoungGeneration } from './young-generation.ts';
