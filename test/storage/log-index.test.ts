import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogIndex } from '../../runtime/storage/sqlite/worker/log-index.ts';

interface Entry {
	readonly revision: number;
	readonly resource: string;
	readonly namespace: string;
	readonly previous: number;
}

/** First revision, near the border between pieces of 8192 revisions. */
const base = 3 * 8192 - 20;

/** Log of creates, updates and deletes of some objects, one revision each. */
const logs = fc
	.array(fc.record({ object: fc.integer({ min: 0, max: 5 }), deletes: fc.boolean() }), { minLength: 40, maxLength: 60, size: 'max' })
	.map((steps) => {
		const last = new Map<number, number>();
		return steps.map(({ object, deletes }, i): Entry => {
			const revision = base + i;
			const previous = last.get(object) ?? 0;
			if (deletes && previous > 0) last.delete(object);
			else last.set(object, revision);
			return { revision, resource: `r${object % 2}`, namespace: `n${object % 3}`, previous };
		});
	});

function indexOf(log: readonly Entry[]): LogIndex {
	const index = new LogIndex(0);
	for (const { revision, resource, namespace, previous } of log) index.add(revision, resource, namespace, previous);
	return index;
}

describe('the index of the log', () => {
	it('finds the changes of a resource, and of a namespace, between two revisions', () => {
		fc.assert(
			fc.property(logs, fc.nat(70), fc.nat(70), fc.constantFrom(undefined, 'n0', 'n1'), (log, after, upTo, namespace) => {
				const wanted = log.filter((entry) => entry.resource === 'r1' && entry.revision > base + after && entry.revision <= base + upTo);
				const inNamespace = wanted.filter((entry) => namespace === undefined || entry.namespace === namespace);
				const found = [...indexOf(log).changesOf('r1', namespace, base + after, base + upTo)];
				expect(found).toEqual(inNamespace.map(({ revision }) => revision));
			}),
		);
	});

	it('finds the successor of each state in any order of insertion', () => {
		fc.assert(
			fc.property(logs, fc.boolean(), (log, newestFirst) => {
				const index = indexOf(newestFirst ? log.toReversed() : log);
				for (const { revision } of log) {
					expect(index.replacementOf(revision)).toBe(log.find(({ previous }) => previous === revision)?.revision);
				}
			}),
		);
	});

	it('drops removed log entries, and keeps the rest', () => {
		fc.assert(
			fc.property(logs, fc.nat(70), (log, upTo) => {
				const index = indexOf(log);
				index.forget(base + upTo);
				const left = log.filter(({ revision, resource }) => revision > base + upTo && resource === 'r0').map(({ revision }) => revision);
				expect([...index.changesOf('r0', undefined, base + upTo, base + 100)]).toEqual(left);
				expect([...index.changesOf('r0', undefined, 0, 2 * 8192)]).toEqual([]);
			}),
		);
	});

	it('is empty for an unknown resource', () => {
		expect([...new LogIndex(0).changesOf('r', undefined, 0, 100_000)]).toEqual([]);
		expect([...indexOf([{ revision: 9000, resource: 'a', namespace: '', previous: 0 }]).changesOf('b', undefined, 0, 100_000)]).toEqual([]);
	});
});
