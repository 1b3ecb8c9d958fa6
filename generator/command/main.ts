/** Starts the command line. Compiled code is cached between runs, because compiling takes most of a short command's time. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/orch'));
// The parent process (`bin/orch.mjs`) has ended; children of this process end with it.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
await import('./command-line.ts');
