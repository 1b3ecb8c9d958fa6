/** Tests the index of past changes, which holds no object bytes: the state that each change replaced, creations and deletions. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompactedError, type Revision } from '../../runtime/storage/store.ts';
import { History } from '../../runtime/watch/past/history.ts';
import { Lineages } from '../../runtime/watch/past/lineages.ts';
import { runs } from '../setup/sample.ts';

const resource = 'things';

describe('the remembered past', () => {
	it('finds the first change of an object after a revision in any log', () => {
		fc.assert(
			fc.property(fc.array(fc.record({ object: fc.nat(4), deletes: fc.boolean() }), { minLength: 60, maxLength: 200, size: 'max' }), (log) => {
				const base = 8192 * 3 - 50;
				const lineages = new Lineages();
				const lives: Revision[][] = [];
				const living = new Map<number, Revision[]>();
				for (const [i, { object, deletes }] of log.entries()) {
					const revision = base + i;
					const life = living.get(object);
					lineages.add(revision, life?.at(-1) ?? 0, false);
					if (life) life.push(revision);
					else lives.push(living.set(object, [revision]).get(object) ?? []);
					if (life && deletes) living.delete(object);
				}
				for (const life of lives) {
					const last = life.at(-1) ?? 0;
					for (let after = base; after < last; after++) {
						const first = life.find((revision) => revision > after);
						expect(lineages.firstAfter(after, last)).toBe(first === life[0] ? undefined : first);
					}
				}
			}),
			{ numRuns: runs(20) },
		);
	});

	it('is given up as the history is forgotten', async () => {
		const history = new History(0);
		const past = 5000;
		for (let i = 1; i <= past; i++) {
			const key = { resource, namespace: 'a', name: `n${i}`, timeMs: 0 };
			history.add({ ...key, revision: 2 * i, bytes: Buffer.of() });
			history.add({ ...key, revision: 2 * i + 1, previous: { revision: 2 * i, bytes: Buffer.of(), side: '', version: '' } });
		}
		const gone = () => [...(history.gone(resource, 1, '', undefined) ?? [])].length;
		expect(gone()).toBe(past);
		history.forget(past + 1);
		await expect.poll(gone).toBe(past / 2);
		history.forget(2 * past + 1);
		await expect.poll(gone).toBe(0);
		expect(history.grewSince(resource, 2 * past + 1, '')).toBe(0);
		expect(() => history.verify(2 * past)).toThrow(CompactedError);
	});
});
