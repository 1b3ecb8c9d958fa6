/** Updates for the server of `orch dev`: first all specs, then only changes, with a sentence about each. */
import { describe, expect, it } from 'vitest';
import { SpecTelling } from '../../../../generator/command/dev/served-specs.ts';
import type { Model } from '../../../../generator/model.ts';
import { makeModel } from '../../../../generator/read/model.ts';
import type { SpecSource } from '../../../../generator/read/source/spec-file.ts';
import { edited, shop, source } from '../../fixture.ts';

function model(...files: readonly SpecSource[]): Model {
	const replaced = new Set(files.map(({ path }) => path));
	const { model, diagnostics } = makeModel([...shop.filter(({ path }) => !replaced.has(path)), ...files]);
	if (model === undefined) throw new Error(diagnostics.map(({ message }) => message).join('; '));
	return model;
}

function telling(): SpecTelling {
	const [words] = model().vocabularies;
	if (words === undefined) throw new Error('the shop has no vocabulary');
	return new SpecTelling(words);
}

const none = { kindHooks: [], groupHooks: [] };
const product = (from: string, to: string): Model => model(source('shop/product.yaml', edited(from, to)));

describe('specs', () => {
	it('are sent whole at first, and later as changes', () => {
		const told = telling();
		const { specs } = told.tell(model(), none);
		expect(specs.types.map(({ name }) => name)).toEqual(specs.typeNames);
		expect(JSON.stringify(specs)).not.toContain('{groupDomain}');
		told.served();
		const again = told.tell(product('Size of the product.', 'How wide it is.'), none);
		expect(again.changes).toEqual(['Product changed']);
		expect([again.specs.types, Object.values(again.specs.docs).flatMap(Object.values)]).toEqual([[], expect.arrayContaining(['How wide it is.'])]);
	});

	it('have not changed where they are the same, or are again as they were', () => {
		const told = telling();
		told.tell(model(), none);
		told.served();
		expect(told.tell(model(), none).changes).toEqual([]);
		// The update was sent and refused.
		expect(told.tell(product('minimum: 0', 'minimum: 1'), none).changes).toEqual(['Product changed']);
		expect(told.tell(model(), none).changes).toEqual([]);
	});

	it('have changed where hooks have', () => {
		const told = telling();
		const { specs } = told.tell(model(), none);
		told.served();
		const [kind] = specs.kinds;
		expect(told.tell(model(), { ...none, kindHooks: [{ name: kind?.storageName ?? '', path: '/a.mjs' }] }).changes).toEqual([`${kind?.kind} changed`]);
	});
});
