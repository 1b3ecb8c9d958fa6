/** Exchanges for a connection that is kept alive: bodies and answers of 1 KB to 3 MB in every order, drawn from a seed. */
import type { ServerProcess } from '../../setup/server.ts';

export interface Exchange {
	readonly method: 'GET' | 'POST';
	readonly path: string;
	/** Undefined for GET. */
	readonly body: Buffer | undefined;
	/** The status that a right answer has. */
	readonly status: 200 | 201;
	/** The head goes out in a write of its own, and the body in two. */
	readonly split: boolean;
}

/** What came of some exchanges. */
export interface Counts {
	readonly tried: number;
	/** Answered, but not as a right request is. */
	readonly refused: number;
	/** Without an answer, or with one that is not whole. */
	readonly lost: number;
}

const collection = '/api/v1/namespaces/default/configmaps';

/** Bodies are read up to 3 MiB. */
const largestBytes = 3_000_000;
const smallestBytes = 1_000;
/** All values of a ConfigMap may have 1 MiB. */
const largestObjectBytes = 900_000;
/** Sizes at which something changes: where answers are joined with their head, TLS records, the sockets' marks of 16 and 64 KiB. */
const edges = [16_384, 65_536, 131_072, 262_144];

const stored = { count: 7, bytes: 420_000 };

/** Stores what lists of 1 KB to 3 MB are made of. */
export async function prepare(server: ServerProcess): Promise<void> {
	for (let i = 0; i < stored.count; i++) {
		const answer = await server.call('POST', collection, configMap(`stored-${i}`, stored.bytes));
		if (answer.status !== 201) throw new Error(`what is to be listed could not be stored: ${answer.text}`);
	}
}

function configMap(name: string, bytes: number): object {
	return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { text: 'x'.repeat(bytes) } };
}

/** Equal seeds give equal exchanges. */
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

/** Evenly spread over the orders of magnitude, and every fourth beside an edge. */
function sizeOf(random: () => number): number {
	if (random() < 0.25) return (edges[Math.floor(random() * edges.length)] ?? 0) + Math.floor(random() * 2_000) - 1_000;
	return Math.round(smallestBytes * (largestBytes / smallestBytes) ** random());
}

/** Numbers from 0 to 1 by a linear congruence (Numerical Recipes' constants). */
function generator(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}
