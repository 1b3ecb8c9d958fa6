/** Tests walks to selected fields: the types that contain any, and the values visited. */
import { describe, expect, it } from 'vitest';
import type { Field, JsonObject, Schema } from '../../runtime/model/catalog.ts';
import { FieldWalks } from '../../runtime/schema/field-walk.ts';
import { catalogOf, struct } from './fixture.ts';

const one = (type: string): Schema => ({ kind: 'struct', type });
const field = (name: string, schema: Schema = { kind: 'string' }): Field => ({ name, schema });

const catalog = catalogOf([
	struct('Plain', [field('text')]),
	struct('Secret', [field('secret')]),
	struct('Itself', [field('text'), field('inner', one('Itself')), field('list', { kind: 'list', items: one('Itself') })]),
	// A cycle of types without selected fields, and one that leads to a selected field.
	struct('Egg', [field('hen', one('Hen'))]),
	struct('Hen', [field('eggs', { kind: 'map', values: one('Egg') })]),
	struct('Left', [field('right', one('Right')), field('egg', one('Egg'))]),
	struct('Right', [field('left', one('Left')), field('last', one('Last'))]),
	struct('Last', [field('left', one('Left')), field('secrets', { kind: 'list', items: one('Secret') })]),
	struct('Outer', [field('itself', one('Itself')), field('left', one('Left'))]),
]);

function walksOf() {
	return new FieldWalks<{ readonly name: string }>(catalog.type, ({ name }) => (name === 'secret' ? { name } : undefined));
}

const types = catalog.typeNames;
const expected: Readonly<Record<string, boolean>> = {
	Plain: false,
	Secret: true,
	Itself: false,
	Egg: false,
	Hen: false,
	Left: true,
	Right: true,
	Last: true,
	Outer: true,
};

describe('a walk', () => {
	it.each(types)('is made of types with selected fields, in any order of requests: %s', (first) => {
		const walks = walksOf();
		walks.of(first);
		expect(Object.fromEntries(types.map((name) => [name, walks.of(name) !== undefined]))).toEqual(expected);
	});

	it.each(types)('visits all selected fields at any depth, in any order of requests: %s', (first) => {
		const walks = walksOf();
		walks.of(first);
		const last = (...texts: string[]): JsonObject => ({ secrets: texts.map((secret) => ({ secret })) });
		const object: JsonObject = {
			itself: { inner: { text: 'no' } },
			left: { right: { last: { ...last('a', 'b'), left: { right: { last: last('c') } } }, left: { right: { last: last('d') } } }, egg: { hen: { eggs: {} } } },
		};
		const met: string[] = [];
		walks.of('Outer')?.(object, (holder, { name }) => met.push(String(holder[name])));
		expect(met.sort()).toEqual(['a', 'b', 'c', 'd']);
	});
});
