/** Columns of a kind in addition to its declared ones. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { type Cell, tableColumns } from '../../runtime/codec/columns.ts';
import { customCell } from '../../runtime/codec/custom-cell.ts';
import type { Catalog, Column, JsonValue, KindDescriptor } from '../../runtime/model/catalog.ts';
import { Aged } from '../../runtime/scalars/age.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';

const nowMs = Date.parse('2026-01-01T00:05:00Z');
const object = { metadata: { name: 'x', creationTimestamp: '2026-01-01T00:00:00Z' } };

const textOf = (cell: Cell | Aged) => (cell instanceof Aged ? cell.text(nowMs) : cell);

/** Returns `name type cell` of each column of a ConfigMap with these columns, in a built-in or a custom group. */
function columnsOf(columns: readonly Column[], custom: boolean): string[] {
	const kind = catalog.kinds.find((one) => one.kind === 'ConfigMap');
	if (kind === undefined) throw new Error('there are ConfigMaps');
	const groups = catalog.groups.map((group) => (custom && group.group === '' ? { ...group, custom: true as const } : group));
	const own: KindDescriptor = { ...kind, columns };
	return tableColumns(own, 'core/v1.ConfigMap', { ...catalog, groups } satisfies Catalog).map(
		({ definition, cell }) => `${definition.name} ${definition.type} ${textOf(cell(object, undefined))}`,
	);
}

const kept: Column = { name: 'Kept', type: 'boolean', value: 'has(self.immutable)', description: 'Whether it cannot change.' };

describe('the columns of a kind', () => {
	it.each<[string, readonly Column[], boolean, string[]]>([
		['that is built in and declares none', [], false, ['Name string x', 'Created At date 2026-01-01T00:00:00Z']],
		['of a user that declares none, as of a CustomResourceDefinition', [], true, ['Name string x', 'Age date 5m']],
		[
			'that is built in and declares an age',
			[{ name: 'Age', type: 'date', value: 'self.metadata.creationTimestamp', description: '' }],
			false,
			['Name string x', 'Age string 5m'],
		],
		['that is built in and declares one', [kept], false, ['Name string x', 'Kept boolean false', 'Age string 5m']],
		['of a user that declares one', [kept], true, ['Name string x', 'Kept boolean false', 'Age string 5m']],
		['that declares one for wide output', [{ ...kept, priority: 1 }], true, ['Name string x', 'Age string 5m', 'Kept boolean false']],
	])('%s', (_what, columns, custom, expected) => {
		expect(columnsOf(columns, custom)).toEqual(expected);
	});
});

describe('cells of kinds of users', () => {
	// Output as kube-apiserver 1.25 and 1.36 print it.
	it.each<[Column['type'], JsonValue, Cell]>([
		['string', 'a <b>', 'a <b>'],
		['string', ['a', 'b'], '["a","b"]'],
		['string', [], '[]'],
		['string', [{ matchLabels: { x: 'y' } }], '[{"matchLabels":{"x":"y"}}]'],
		['string', { k: 'v', a: 'b' }, '{"a":"b","k":"v"}'],
		['string', { 10: 1, 9: 2, B: null }, '{"10":1,"9":2,"B":null}'],
		['string', ['<a&b>', 'q"uote', '\u2028é日\n'], '["\\u003ca\\u0026b\\u003e","q\\"uote","\\u2028é日\\n"]'],
		['string', 5, '5'],
		['string', 9223372036854775807n, '9223372036854775807'],
		['string', [9223372036854775807n], '[9223372036854775807]'],
		['string', 1.5, '1.5'],
		['string', 1e-7, '1e-07'],
		['string', 1e23, '1e+23'],
		['string', true, 'true'],
		['string', null, null],
		['integer', 5, 5],
		['integer', 1.5, 1],
		['integer', '5', null],
		['integer', [5], null],
		['number', 1.5, 1.5],
		['number', true, null],
		['boolean', false, false],
		['boolean', 'true', null],
		['date', '2026-01-01T00:00:00Z', '5m'],
		['date', 'soon', '<invalid>'],
		['date', 5, null],
		['date', null, null],
	])('format type %s, row %#', (type, value, shown) => {
		expect(textOf(customCell(type, value))).toBe(shown);
	});
});

describe('columns that came or went with a release', () => {
	const account = ['Name', 'Secrets', 'Age'];
	const volume = ['Name', 'Capacity', 'Access Modes', 'Reclaim Policy', 'Status', 'Claim', 'StorageClass', 'Reason', 'Age', 'VolumeMode'];
	const claim = ['Name', 'Status', 'Volume', 'Capacity', 'Access Modes', 'StorageClass', 'Age', 'VolumeMode'];
	const withClass = (columns: readonly string[]): string[] => columns.toSpliced(columns.indexOf('StorageClass') + 1, 0, 'VolumeAttributesClass');
	it.each([
		['ServiceAccount', '1.25', account],
		['ServiceAccount', '1.34', account],
		['ServiceAccount', '1.35', ['Name', 'Age']],
		['PersistentVolume', '1.28', volume],
		['PersistentVolume', '1.29', withClass(volume)],
		['PersistentVolumeClaim', '1.28', claim],
		['PersistentVolumeClaim', '1.29', withClass(claim)],
	])('%s of %s', (name, release, expected) => {
		const narrowed = narrow(catalog, release);
		const kind = narrowed.kinds.find((one) => one.kind === name) as KindDescriptor;
		const type = kind.versions[kind.storageVersion]?.type ?? '';
		expect(tableColumns(kind, type, narrowed).map(({ definition }) => definition.name)).toEqual(expected);
	});
	it('an attributes class that is not named is shown as unset', () => {
		const narrowed = narrow(catalog, '1.36');
		const kind = narrowed.kinds.find((one) => one.kind === 'PersistentVolumeClaim') as KindDescriptor;
		const column = tableColumns(kind, 'core/v1.PersistentVolumeClaim', narrowed).find(({ definition }) => definition.name === 'VolumeAttributesClass');
		expect(column?.cell({ ...object, spec: {} }, undefined)).toBe('<unset>');
		expect(column?.cell({ ...object, spec: { volumeAttributesClassName: 'gold' } }, undefined)).toBe('gold');
	});
});

describe('cells that take long to work out', () => {
	const pairs: Column = {
		name: 'Pairs',
		type: 'integer',
		value: 'size(self.data.filter(a, self.data.exists(b, b > a)))',
		description: 'Keys that are not the last.',
	};
	const kind = catalog.kinds.find((one) => one.kind === 'ConfigMap') as KindDescriptor;
	const data = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${String(index).padStart(4, '0')}`, '']));
	/** Returns the cells of a kind that has the column this number of times. */
	const cells = (columns: number, keys: number) =>
		tableColumns({ ...kind, columns: Array.from({ length: columns }, (_, index) => ({ ...pairs, name: `Pairs ${index}` })) }, 'core/v1.ConfigMap', catalog)
			.filter(({ definition }) => definition.name.startsWith('Pairs'))
			.map(({ cell }) => cell({ ...object, data: data(keys) }, undefined));

	it('are empty beyond what a row may cost, which its columns share', () => {
		expect(cells(1, 100)).toEqual([99]);
		expect(cells(4, 100)).toEqual([99, 99, 99, 99]);
		expect(cells(1, 200)).toEqual([199]);
		expect(cells(20, 200)).toEqual(Array.from({ length: 20 }, () => null));
		expect(cells(1, 2_000)).toEqual([null]);
	});
});
