/**
 * Registry of all parsers of client bytes. Node parses the bytes of connections (HTTP/1.1, HTTP/2 frames, chunks, TLS), or they need an
 * open connection. `test/scenarios/fuzz.slow.test.ts` fuzzes those and all parsers here through the built server.
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
