/** Start of the command line. Compiled code is cached between runs, because compiling takes most of the time of a short command. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/orch'));
// `bin/orch.mjs`, the parent of this process, has ended. Children of this process end with it.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
await import('./command-line.ts');
