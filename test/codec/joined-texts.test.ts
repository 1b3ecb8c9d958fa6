/** One string field in one version, several fields in the other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Catalog, ConversionStep, Field, JsonObject, JsonValue, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { conversion } from '../../runtime/schema/convert.ts';

const string: Field['schema'] = { kind: 'string' };
const named = (name: string, more: Partial<Field> = {}): Field => ({ name, schema: string, ...more });
const port = (more: Partial<Field> = {}): Field => ({ name: 'port', schema: { kind: 'int32' }, ...more });

/**
 * Returns conversions between a version with the string and one with the parts. `toText` and `toParts` convert in their direction
 * regardless of the storage version.
 */
function between(parts: readonly Field[], { separator = ':', isStored = false, type, whole = named('address') }: Options = {}) {
	const withText: TypeDescriptor = { name: 'x/v1.Root', openapi: '', fields: [whole] };
	const withParts: TypeDescriptor = { name: 'x/v2.Root', openapi: '', fields: parts };
	const known: Record<string, TypeDescriptor> = { [withText.name]: withText, [withParts.name]: withParts };
	const catalog = { typeNames: Object.keys(known), type: (name: string) => known[name] } as unknown as Catalog;
	const [text, fields] = [['address'], parts.map(({ name }) => name)];
	const step: ConversionStep = {
		kind: 'join',
		...(type !== undefined && { type }),
		separator,
		here: isStored ? fields : text,
		storage: isStored ? text : fields,
	};
	const versions = isStored ? { here: withParts.name, storage: withText.name } : { here: withText.name, storage: withParts.name };
	const way = conversion([step], versions, catalog);
	return { way, toParts: isStored ? way.fromStorage : way.toStorage, toText: isStored ? way.toStorage : way.fromStorage };
}

interface Options {
	readonly separator?: string;
	/** True when the version with the string is stored. */
	readonly isStored?: boolean;
	readonly type?: string;
	readonly whole?: Field;
}

const places: Options[] = [{ isStored: false }, { isStored: true }, { isStored: false, type: 'Root' }, { isStored: true, type: 'Root' }];
const three = [named('host'), port(), named('path')];
const absentWhenZero = { presence: 'omitZero' } as const;

describe.each(places)('a text and its parts, %j', (place) => {
	it.each<[string, readonly Field[], JsonObject]>([
		['a:80', three, { host: 'a', port: 80 }],
		['a:80:b:c', three, { host: 'a', port: 80, path: 'b:c' }],
		['a', three, { host: 'a' }],
		['', three, { host: '' }],
		['a:-5', three, { host: 'a', port: -5 }],
		['a:0', three, { host: 'a', port: 0 }],
		['a::c', three, { host: 'a', path: 'c' }],
		[':80:', three, { host: '', port: 80, path: '' }],
		['a:http', three, { host: 'a:http' }],
		['a:080', three, { host: 'a:080' }],
		['a:-0', three, { host: 'a:-0' }],
		['a:', three, { host: 'a:' }],
		['a:2147483648', three, { host: 'a:2147483648' }],
		['a:9007199254740993', [named('host'), { name: 'port', schema: { kind: 'int64' } }], { host: 'a', port: 9007199254740993n }],
		['a:9223372036854775808', [named('host'), { name: 'port', schema: { kind: 'int64' } }], { host: 'a:9223372036854775808' }],
		[':80', [named('host', absentWhenZero), port()], { port: 80 }],
		['a:0', [named('host'), port(absentWhenZero)], { host: 'a:0' }],
		['a:', [named('host'), named('name', absentWhenZero)], { host: 'a:' }],
		['a:', [named('host'), named('name')], { host: 'a', name: '' }],
	])('%j', (text, fields, parts) => {
		const { toParts, toText } = between(fields, place);
		expect(toParts({ address: text, more: 1 })).toEqual({ ...parts, more: 1 });
		expect(toText({ ...parts, more: 1 })).toEqual({ address: text, more: 1 });
	});

	it('without content is empty', () => {
		const { toParts, toText } = between([named('host', { presence: 'always' }), port({ presence: 'always' })], place);
		expect([toParts({}), toText({}), toText({ host: '', port: 0 }), toText({ host: null, port: null })]).toEqual([{}, {}, {}, {}]);
		expect(toText({ host: 'a', port: 0 })).toEqual({ address: 'a' });
	});

	it.each<[JsonObject, JsonValue]>([
		[{ host: 'a', port: 'http' }, 'http'],
		[{ host: 7, port: 1 }, 7],
		[{ host: 'a', port: 1.5 }, 1.5],
	])('passes a value of another form on, so that reading refuses it: %j', (parts, address) => {
		expect(between(three, place).toText(parts)).toEqual({ address: address });
		expect(between(three, place).toParts({ address: 7 })).toEqual({ host: 7 });
	});

	it('any text survives a round trip, and so do parts without a separator', () => {
		const presence = fc.constantFrom<Field['presence'][]>(undefined, 'omitZero', 'always');
		const fields = fc.array(fc.tuple(fc.boolean(), presence), { minLength: 2, maxLength: 4 }).map((all) =>
			all.map(
				([isText, one], index): Field => ({
					name: `f${index}`,
					schema: { kind: isText || index === 0 ? 'string' : 'int32' },
					...(one !== undefined && { presence: one }),
				}),
			),
		);
		const separator = fc.constantFrom(':', '::', ', ', 'x');
		const piece = fc.oneof(fc.integer({ min: -12, max: 12 }).map(String), fc.constantFrom('', 'a', '007', '-', ' '));
		fc.assert(
			fc.property(fields, separator, fc.array(fc.oneof(piece, fc.constantFrom(':', '::', ', ', 'x'))), (of, between_, made) => {
				const { toParts, toText } = between(of, { ...place, separator: between_ });
				const text = made.join('');
				// An empty string needs a field that distinguishes it from an absent one.
				if (text !== '') expect(toText(toParts({ address: text }))).toEqual({ address: text });
			}),
		);
		fc.assert(
			fc.property(fields, separator, fc.infiniteStream(fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined })), (of, between_, values) => {
				const { toParts, toText } = between(of, { ...place, separator: between_ });
				const sent: JsonObject = {};
				for (const { name, schema } of of) {
					const { value } = values.next();
					if (value !== undefined) sent[name] = schema.kind === 'string' ? `v${value}` : value;
				}
				const filled = Object.fromEntries(Object.entries(toParts(toText(sent))).filter(([name, value]) => value !== '' || Object.hasOwn(sent, name)));
				expect(filled).toEqual(sent);
			}),
		);
	});
});

it('fields that are named by paths of the parts are called by those of the text, and the text by its first part', () => {
	expect(between(three).way.fieldFromStorage('port')).toBe('address');
	expect(between(three, { type: 'Root' }).way.fieldFromStorage('path')).toBe('address');
	expect(between(three, { isStored: true }).way.fieldFromStorage('address')).toBe('host');
});

it('a text and the object with its parts may have each other’s name', () => {
	const step: ConversionStep = { kind: 'join', separator: '/', here: ['image'], storage: ['image.repository', 'image.tag'] };
	const types: Record<string, TypeDescriptor> = {
		'x/v1.Root': { name: 'x/v1.Root', openapi: '', fields: [named('image')] },
		'x/v2.Root': { name: 'x/v2.Root', openapi: '', fields: [{ name: 'image', schema: { kind: 'struct', type: 'x/v2.Image' } }] },
		'x/v2.Image': { name: 'x/v2.Image', openapi: '', fields: [named('repository'), named('tag')] },
	};
	const catalog = { typeNames: Object.keys(types), type: (name: string) => types[name] } as unknown as Catalog;
	const there = conversion([step], { here: 'x/v1.Root', storage: 'x/v2.Root' }, catalog);
	expect(there.toStorage({ image: 'a/b/c' })).toEqual({ image: { repository: 'a', tag: 'b/c' } });
	expect(there.fromStorage({ image: { repository: 'a', tag: 'b/c' } })).toEqual({ image: 'a/b/c' });
	const back = conversion([{ ...step, here: step.storage, storage: step.here }], { here: 'x/v2.Root', storage: 'x/v1.Root' }, catalog);
	expect(back.toStorage({ image: { repository: 'a', tag: 'b' } })).toEqual({ image: 'a/b' });
	expect(back.fromStorage({ image: 'a/b' })).toEqual({ image: { repository: 'a', tag: 'b' } });
});

it('parts that the text cannot express are not mixed into a changed text', () => {
	const { way } = between([named('host'), port()]);
	const stored: JsonObject = { host: 'a:b', port: 1 };
	const shown = way.toCompared(way.fromStorage(stored));
	expect(way.fromStorage(stored)).toEqual({ address: 'a:b:1' });
	expect(way.takeOver(stored, shown, shown)).toEqual(stored);
	for (const address of ['a:b:2', 'a', 'a:2', 'c:1']) expect(way.fromStorage(way.takeOver(stored, shown, way.toCompared({ address })))).toEqual({ address });
	expect(way.takeOver(stored, shown, way.toCompared({}))).toEqual({});
});
