/** Tests that an update without changes is detected without serializing the resulting object. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ItemForm, wholeForm } from '../../runtime/codec/item-form.ts';
import { isShownBy } from '../../runtime/verbs/write/stored-form.ts';
import { fittingForm, leftOutBy, splice } from '../../runtime/watch/objects/splice.ts';

const revision = 1_790_000_000_123;
const forms = { 'without kind and apiVersion': new ItemForm({ kind: 'K', apiVersion: 'g/v1' }), whole: wholeForm } as const;

function textOf(name: string, data: Readonly<Record<string, string>>, generation: number): string {
	return JSON.stringify({ kind: 'K', apiVersion: 'g/v1', metadata: { name, uid: 'u-1', generation }, data });
}

/** Returns the text in the form of the cache. */
function cached(text: string, form: ItemForm) {
	const json = Buffer.from(text);
	const fitting = fittingForm(form, json);
	return { bytes: splice(json, revision, leftOutBy(fitting)), form: fitting, revision };
}

function isShown(stored: string, text: string, form: ItemForm): boolean {
	const object = cached(stored, form);
	return isShownBy(object, object.bytes.toString(), text);
}

describe.each(Object.entries(forms))('an object that the cache holds %s', (_, form) => {
	it('is found in its JSON, whatever the object', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme' }), fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string()), (name, data) => {
				const text = textOf(name, data, 1);
				expect(isShown(text, text, form)).toBe(true);
			}),
		);
	});

	it.each([
		['before the uid', textOf('nanu', { a: 'b' }, 1)],
		['behind it', textOf('name', { a: 'c' }, 1)],
		['right behind it', textOf('name', { a: 'b' }, 2)],
		['in length', textOf('name', { a: 'bb' }, 1)],
		['in its version', textOf('name', { a: 'b' }, 1).replace('g/v1', 'g/v2')],
		['in its uid', textOf('name', { a: 'b' }, 1).replace('u-1', 'u-2')],
	])('does not show one that differs %s', (_, other) => {
		expect(isShown(textOf('name', { a: 'b' }, 1), other, form)).toBe(false);
	});

	it('does not show one of another revision', () => {
		const text = textOf('name', { a: 'b' }, 1);
		const object = cached(text, form);
		expect(isShownBy({ ...object, revision: revision + 1 }, object.bytes.toString(), text)).toBe(false);
	});
});
