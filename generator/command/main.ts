/** Where the command line begins. Compiled code is kept between runs: making it anew is most of what a short command takes. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/orch'));
await import('./command-line.ts');
