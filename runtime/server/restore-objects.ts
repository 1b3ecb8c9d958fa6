/** Restores the stored objects of an earlier moment, between the tests of a suite. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Key, Mutation, Row, Store } from '../storage/store.ts';

type Rows = ReadonlyMap<string, Row>;
type RestorableStore = Pick<Store, 'snapshot' | 'commit'>;

/** Attempts, because the server's own controllers write in between: some react to each attempt. */
const mostAttempts = 20;

/** Pauses between attempts, in which controllers finish their reaction: twice as long each time, up to a bound. */
const pauseMs = { first: 5, most: 250 };

/** Remembers the objects. Returns a function that deletes, recreates and rewrites objects until they are the same again. */
export async function rememberObjects(store: RestorableStore): Promise<() => Promise<void>> {
	const remembered = await rowsOf(store);
	return async () => {
		for (let attempt = 0; attempt < mostAttempts; attempt++) {
			const mutations = differences(remembered, await rowsOf(store));
			if (mutations.length === 0) return;
			const outcomes = await store.commit(mutations);
			if (outcomes.every(({ ok }) => ok)) return;
			await pause(Math.min(pauseMs.first * 2 ** attempt, pauseMs.most));
		}
		throw new Error(`the objects are not restored: they changed during each of ${mostAttempts} attempts`);
	};
}

async function rowsOf(store: RestorableStore): Promise<Rows> {
	const found = new Map<string, Row>();
	await store.snapshot((rows) => {
		// The store uses the memory of a batch again.
		for (const row of rows) found.set(textOf(row), { ...row, bytes: row.bytes.slice() });
	});
	return found;
}

function textOf({ resource, namespace, name }: Key): string {
	return `${resource}/${namespace}/${name}`;
}

function differences(wanted: Rows, found: Rows): Mutation[] {
	const deleted = [...found]
		.filter(([key]) => !wanted.has(key))
		.map(([, { resource, namespace, name, revision }]) => ({ resource, namespace, name, expected: revision }));
	const written = [...wanted].flatMap(([key, row]) => {
		const now = found.get(key);
		if (now !== undefined && isSame(now, row)) return [];
		const { resource, namespace, name, bytes, side, version } = row;
		// A follower keeps the bytes, so each commit has its own.
		return [{ resource, namespace, name, expected: now?.revision ?? 0, bytes: bytes.slice(), side, version }];
	});
	return [...deleted, ...written];
}

function isSame(a: Row, b: Row): boolean {
	return a.side === b.side && a.version === b.version && Buffer.compare(a.bytes, b.bytes) === 0;
}
