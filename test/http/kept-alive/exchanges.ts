/** Exchanges for a kept-alive connection: seeded bodies and responses of 1 KB to 3 MB in any order. */
import type { ServerProcess } from '../../setup/server.ts';

export interface Exchange {
	readonly method: 'GET' | 'POST';
	readonly path: string;
	/** Request body; undefined for GET. */
	readonly body: Buffer | undefined;
	/** Expected status. */
	readonly status: 200 | 201;
	/** True to send the head in a separate write, and the body in two. */
	readonly split: boolean;
}

/** Outcomes of a number of exchanges. */
export interface Counts {
	readonly tried: number;
	/** Exchanges answered with an unexpected status. */
	readonly refused: number;
	/** Exchanges without a complete response. */
	readonly lost: number;
}

const collection = '/api/v1/namespaces/default/configmaps';

/** Largest body: the limit is 3 MiB. */
const largestBytes = 3_000_000;
const smallestBytes = 1_000;
/** Largest object: the values of a ConfigMap are limited to 1 MiB in total. */
const largestObjectBytes = 900_000;
/**
 * Sizes at which behaviour changes: the limit for joining a response with its head, TLS records, and the 16 and 64 KiB socket watermarks.
 */
const edges = [16_384, 65_536, 131_072, 262_144];

const stored = { count: 7, bytes: 420_000 };

/** Stores the objects for lists of 1 KB to 3 MB. */
export async function prepare(server: ServerProcess): Promise<void> {
	for (let i = 0; i < stored.count; i++) {
		const answer = await server.call('POST', collection, configMap(`stored-${i}`, stored.bytes));
		if (answer.status !== 201) throw new Error(`what is to be listed could not be stored: ${answer.text}`);
	}
}

function configMap(name: string, bytes: number): object {
	return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text: 'x'.repeat(bytes) } };
}

/** Yields the same exchanges for the same seed. */
export function* exchanges(seed: number, count: number): Generator<Exchange> {
	const random = generator(seed);
	for (let i = 0; i < count; i++) {
		const split = random() < 0.5;
		if (random() < 0.3) {
			const limit = Math.floor(random() * (stored.count + 1));
			const path = limit === 0 ? `${collection}/stored-0?as=${i}` : `${collection}?limit=${limit}`;
			yield { method: 'GET', path, body: undefined, status: 200, split: false };
			continue;
		}
		const answerBytes = Math.min(sizeOf(random), largestObjectBytes);
		const text = JSON.stringify(configMap(`tried-${i}`, answerBytes));
		const body = Buffer.from(text.padEnd(sizeOf(random), ' '));
		yield { method: 'POST', path: `${collection}?dryRun=All`, body, status: 201, split };
	}
}

/** Returns a size, distributed evenly over the orders of magnitude; every fourth is near an edge. */
function sizeOf(random: () => number): number {
	if (random() < 0.25) return (edges[Math.floor(random() * edges.length)] ?? 0) + Math.floor(random() * 2_000) - 1_000;
	return Math.round(smallestBytes * (largestBytes / smallestBytes) ** random());
}

/** Returns a linear congruential generator of numbers from 0 to 1 (constants of Numerical Recipes). */
function generator(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
