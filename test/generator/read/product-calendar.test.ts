/** Tests spec roots with a release calendar of their own: what releases mean in them, and what the policy says of their dates. */
import { describe, expect, it } from 'vitest';
import { compareWithLocks } from '../../../generator/compat/compare.ts';
import { printLock } from '../../../generator/compat/lock/lock.ts';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import type { Catalog } from '../../../runtime/model/catalog.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { helpText } from '../../../runtime/server/flags/help.ts';
import { base, source } from '../fixture.ts';

const platform = base.map((file) => ({ ...file, root: 'platform' }));
const own = (path: string, text: string): SpecSource => ({ ...source(path, text), file: `own/${path}`, root: 'own' });
const calendar = (more = '') => own('releases.yaml', `default: "2.1"\nreleases: ["2.0", "2.1", "2.2", "2.3", "2.4"]\n${more}`);
const dates = 'dates: {"2.0": "2024-01-10", "2.1": "2024-02-10", "2.2": "2024-03-10", "2.3": "2024-04-10", "2.4": "2024-05-10"}\n';
const gates = 'gates: {Loud: [{from: "2.0", stage: alpha, default: false}, {from: "2.2", stage: beta, default: true}]}\n';
const bell = (versions: readonly string[], field = 'introduced: "2.2"') => [
	own('bells/group.yaml', 'group: bells.example.com\nversions: [v1, v1beta1]\n'),
	own(
		'bells/bell.yaml',
		`kind: Bell
names: {plural: bells}
scope: Namespaced
versions:
${versions.map((version) => `  - ${version}\n`).join('')}schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      properties:
        tone: {type: string, protobuf: 1, ${field}}
        loud: {type: boolean, protobuf: 2, gate: Loud}
        of: {$ref: types#/Whole, protobuf: 3}
`,
	),
	own('bells/types/whole.yaml', 'types:\n  Whole:\n    type: object\n    include: [../shop/types#/Dated]\n'),
];
const dated = {
	...source('shop/types/dated.yaml', 'types:\n  Dated: {type: object, properties: {late: {type: string, protobuf: 1, introduced: "1.22"}}}\n'),
	root: 'platform',
};
const both = ['{name: v1, storage: true}', '{name: v1beta1}'];

const read = (...files: readonly SpecSource[]) => makeModel([...platform, dated, ...files]);
const findings = (...files: readonly SpecSource[]) => read(...files).diagnostics.map((one) => formatDiagnostic(one));
function catalogOf(...files: readonly SpecSource[]): Catalog {
	const { model } = read(...files);
	if (model === undefined) throw new Error(findings(...files).join('\n'));
	return model.catalog;
}
const fields = (catalog: Catalog, release: string, product?: string) =>
	narrow(catalog, release, {}, product)
		.type('bells/v1.BellSpec')
		.fields.map(({ name, gate }) => (gate === undefined ? name : `${name}?`));

describe('a calendar of a spec root', () => {
	it('gives releases and gates of its kinds their meaning', () => {
		const catalog = catalogOf(calendar(gates), ...bell(both));
		expect(catalog.product).toEqual({ release: '2.1', releases: ['2.0', '2.1', '2.2', '2.3', '2.4'] });
		expect(catalog.kinds.map(({ kind, product, versions }) => [kind, product, versions[0]?.introduced])).toEqual([['Bell', true, '2.0']]);
		expect(fields(catalog, '1.29')).toEqual(['loud?', 'of']);
		expect(fields(catalog, '1.20', '2.2')).toEqual(['tone', 'loud', 'of']);
	});

	it('keeps included fields of the platform in the calendar of the platform', () => {
		const catalog = catalogOf(calendar(gates), ...bell(both));
		const whole = (release: string) => narrow(catalog, release).type('bells/v1.Whole').fields.length;
		expect([whole('1.21'), whole('1.22')]).toEqual([0, 1]);
	});

	it('refuses releases and gates that it does not have', () => {
		expect(findings(calendar(), ...bell(both, 'introduced: "2.7"'))).toEqual([
			expect.stringContaining('own/bells/bell.yaml:14:55: error: unknown release "2.7": own/releases.yaml has 2.0 to 2.4'),
			expect.stringContaining('error: unknown feature gate "Loud"'),
		]);
	});

	it('is the only one of a product, and takes no gate of the platform', () => {
		const other = { ...calendar(), file: 'other/releases.yaml', root: 'other' };
		expect(findings(calendar(gates), ...bell(both), other)).toEqual([
			expect.stringContaining('there are two calendars of products: the first is own/releases.yaml:1:1'),
		]);
		expect(findings(calendar('gates: {FineGrain: [{from: "2.0", stage: alpha, default: false}]}\n'))).toEqual([
			expect.stringContaining('the feature gate "FineGrain" is a gate of the platform: choose another name'),
		]);
	});

	it('is refused where it is not known', () => {
		const catalog = catalogOf(calendar(gates), ...bell(both));
		expect(() => narrow(catalog, '1.25', {}, '2.9')).toThrow('release 2.9 is not known; known are 2.0, 2.1, 2.2, 2.3, 2.4');
		expect(() => narrow(catalogOf(), '1.25', {}, '2.0')).toThrow('the specs of this server have no product calendar');
		const help = (product: string) => helpText('server', catalog, { product });
		expect(help('2.1')).toContain('\nAlpha and beta feature gates of release 2.1 of the product:\n  Loud  alpha, default false\n');
	});
});

describe('the deprecation policy with a calendar of its own', () => {
	const changes = (before: readonly SpecSource[], now: readonly SpecSource[]) => {
		const compared = (files: readonly SpecSource[]) => {
			const { model, promised } = read(...files);
			if (model === undefined || promised === undefined) throw new Error(findings(...files).join('\n'));
			return compareWithLocks(model, promised).roots.find(({ root }) => root === 'own');
		};
		const lock = compared(before);
		const found = compared([...now, own('api.lock.yaml', printLock(lock?.next ?? (undefined as never)))]);
		return found?.changes.map(({ where, sort, rule, message }) => `${where} ${sort} ${rule ?? '-'}: ${message}`);
	};
	const first = [calendar(dates + gates), ...bell(both)];
	const without = (removed: string) => [
		calendar(dates + gates),
		...bell(['{name: v1, storage: true}', `{name: v1beta1, deprecated: "2.1", removed: "${removed}"}`]),
	];

	it('counts months and releases by its dates', () => {
		expect(changes(first, first)).toEqual([]);
		expect(changes(first, without('2.4'))?.join('\n')).toMatch(
			/v1beta1 rescheduled 4: .*deprecated in 2\.1, and would be removed in 2\.4: only 2 of 9 months later/,
		);
		expect(changes(first, without('2.7'))?.join('\n')).not.toContain('rescheduled 4');
	});

	it('locks its releases, and reports new ones', () => {
		const later = { ...calendar(dates.replace('}', ', "2.5": "2025-01-10"}') + gates), text: '' };
		const more = { ...later, text: calendar(dates.replace('}', ', "2.5": "2025-01-10"}') + gates).text.replace('"2.4"]', '"2.4", "2.5"]') };
		expect(changes(first, [more, ...bell(both)])).toEqual(['release 2.5 added -: is new']);
	});
});
