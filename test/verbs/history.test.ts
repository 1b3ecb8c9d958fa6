import { expect, it } from 'vitest';
import { wholeForm } from '../../runtime/codec/item-form.ts';
import { everything } from '../../runtime/select/index.ts';
import type { Row, Store } from '../../runtime/storage/store.ts';
import { objectsAt } from '../../runtime/verbs/read/history.ts';
import { Slices } from '../../runtime/verbs/slices.ts';

const mebibyte = 1024 * 1024;

/** A store whose past has so many objects of a mebibyte, given four at a time. */
function storeOf(objects: number): { readonly store: Store; readonly asked: () => number } {
	const bytes = Buffer.from(`{"metadata":{"name":"x"},"data":{"text":"${'x'.repeat(mebibyte)}"}}`);
	let given = 0;
	let asked = 0;
	const at: Store['at'] = async (_, { limit }) => {
		asked = Math.max(asked, limit);
		const rows: Row[] = [];
		for (let i = 0; i < Math.min(4, limit) && given < objects; i++) {
			const name = `x${String(given++).padStart(4, '0')}`;
			rows.push({ resource: 'things', namespace: 'a', name, revision: 1, side: '', bytes, version: '' } as Row);
		}
		return rows;
	};
	return { store: { at } as Store, asked: () => asked };
}

const query = { resource: 'things', form: wholeForm, namespace: 'a', after: undefined };
const sliced = () => ({ caller: new AbortController(), slices: new Slices() });

it('a list of the past goes on until the store has no more, whatever it gives at once', async () => {
	const { store, asked } = storeOf(10);
	expect(await objectsAt(store, 5, query, everything, Number.POSITIVE_INFINITY, sliced())).toHaveLength(10);
	expect(asked()).toBe(1000);
});

it('a page of the past asks for no more than it shows', async () => {
	const { store, asked } = storeOf(100);
	expect(await objectsAt(store, 5, query, everything, 6, sliced())).toHaveLength(6);
	expect(asked()).toBe(6);
});

it('a list of the past is refused where it is more than may be in memory', async () => {
	const { store } = storeOf(100);
	await expect(objectsAt(store, 5, query, everything, Number.POSITIVE_INFINITY, sliced())).rejects.toMatchObject({
		reason: 'RequestEntityTooLarge',
		message: expect.stringContaining('ask for it in pages (limit)'),
	});
});
