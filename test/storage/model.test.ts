/** Tests random mutations in random batches, with restarts and compactions, against a naive model after every step. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareText } from '../../runtime/model/text-order.ts';
import { CompactedError, type Mutation, type Row } from '../../runtime/storage/store.ts';
import { runs } from '../setup/sample.ts';
import { changesBetween } from '../suites/log.ts';
import { pastOf } from '../suites/past.ts';
import { temporarySqliteStore } from '../suites/sqlite.ts';
import { plainChange, plainRow, StoreModel } from '../suites/store-model.ts';

const names = fc.constantFrom('a', 'b', 'ab', 'é', '\uffee', '😀');
const step = fc.record({
	resource: fc.constantFrom('r', 's'),
	namespace: fc.constantFrom('', 'n', 'm'),
	name: names,
	/** Seldom true: the mutation then expects a wrong revision. */
	stale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
	value: fc.option(fc.string({ maxLength: 40 }), { freq: 4 }),
	after: fc.constantFrom('nothing', 'nothing', 'nothing', 'reopen', 'compact', 'batch', 'batch', 'batch'),
});

/** Timeout for hundreds of synced batches and reopened files; the disk and other load decide how long they take. */
const timeoutMs = 180_000;

it('agrees with a naive model', { timeout: timeoutMs }, async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), fc.nat(), async (steps, choice) => {
			const under = await temporarySqliteStore();
			let store = under.store;
			const model = new StoreModel(await store.revision());
			let oldest = model.revision;
			let batch: { readonly mutation: Mutation; readonly outcome: unknown }[] = [];
			for (const { resource, namespace, name, stale, value, after } of steps) {
				const known = model.current.find((row) => row.resource === resource && row.namespace === namespace && row.name === name);
				const expected = (known?.revision ?? 0) + (stale ? 1 : 0);
				const mutation = { resource, namespace, name, expected, ...(value !== null && { bytes: Buffer.from(value), side: value.slice(0, 3) }) };
				batch.push({ mutation, outcome: model.apply(mutation) });
				if (after === 'batch') continue;
				expect(await store.commit(batch.map((each) => each.mutation))).toEqual(batch.map((each) => each.outcome));
				batch = [];
				if (after === 'reopen') store = await under.reopen();
				if (after === 'compact') {
					oldest = model.revisions[choice % model.revisions.length] ?? oldest;
					await store.compact(oldest);
					oldest = await store.oldest();
				}
			}
			await store.commit(batch.map((each) => each.mutation));

			const rows: Row[] = [];
			expect(await store.snapshot((chunk) => rows.push(...chunk.map((row) => ({ ...row, bytes: Uint8Array.from(row.bytes) }))))).toBe(model.revision);
			expect(rows.map(plainRow)).toEqual(model.current.map(plainRow));
			for (const revision of model.revisions) {
				if (revision < oldest) {
					await expect(store.at(revision, { resource: 'r' }, 100)).rejects.toThrow(CompactedError);
					await expect(store.changes(revision, model.revision, 100)).rejects.toThrow(CompactedError);
					continue;
				}
				const past = await pastOf(store, revision, 'r', 7);
				expect(past.map(plainRow)).toEqual(
					model
						.at(revision)
						.filter((row) => row.resource === 'r')
						.map(plainRow),
				);
				const changes = await changesBetween(store, revision, model.revision);
				expect(changes.map(plainChange)).toEqual(model.log.filter((change) => change.revision > revision).map(plainChange));
			}
			await under.destroy();
		}),
		{ numRuns: runs(8), endOnFailure: true },
	);
});

it('orders text as UTF-8 does', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
			expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
		}),
		{
			numRuns: runs(2000),
			examples: [
				['\uffff', '😀'],
				['😀', '😁'],
				['a', 'aa'],
				['', 'a'],
			],
		},
	);
});
