/**
 * Every parser that reads what a client sends. What reads bytes of a connection (HTTP/1.1, frames of HTTP/2, chunks, TLS) is Node's, or
 * works on open connections: `test/scenarios/fuzz.slow.test.ts` fuzzes it, and all of these, at the front door of the built server.
 */
import type { FuzzedParser } from '../parser.ts';
import { bodies } from './bodies.ts';
import { frames } from './frames.ts';
import { headerBlocks } from './header-blocks.ts';
import { headers } from './headers.ts';
import { ownership } from './ownership.ts';
import { patches } from './patches.ts';
import { scalars } from './scalars.ts';
import { selectors } from './selectors.ts';
import { targets } from './targets.ts';
import { texts } from './texts.ts';

export const parsers: readonly FuzzedParser[] = [
	...targets,
	...headers,
	...headerBlocks,
	...selectors,
	...texts,
	...frames,
	...bodies,
	...patches,
	...ownership,
	...scalars,
];
