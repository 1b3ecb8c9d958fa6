/** Where the command line begins. Compiled code is kept between runs: making it anew is most of what a short command takes. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/orch'));
// `bin/orch.mjs`, which starts this process, is gone. Children of this process end with it.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
await import('./command-line.ts');
