/** Stored objects under changed specs: findings by sort of change, object and position. */
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { outcomeOf, textOf } from '../../../generator/stored/report.ts';
import { besideLocks } from '../../../generator/stored/specs-beside-locks.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { lockOf, replaced } from '../compat/locked.ts';
import { base, source } from '../fixture.ts';
import { allFields, bell, bells, bothVersions, edited, findingsOf, meta, part, resource, restOfSpec, type Stored, said, saidOf, v2 } from './bells.ts';

describe('stored objects', () => {
	it('are as they were under specs that have not changed', () => {
		const { text, outcome } = said(bells, bells, [bell('a', { size: 1 })]);
		expect([text, outcome]).toEqual(['data: 1 object of 1 kind: no object becomes invalid or loses data', 'same']);
	});

	it('are reported with the rule, its line and the first few names', () => {
		const objects = ['a', 'b', 'c', 'd'].map((name, size) => bell(name, { size }));
		const { text, outcome } = saidOf(edited(['minimum: 0', 'minimum: 7']), objects);
		expect(outcome).toBe('breaks');
		expect(text).toBe(`bells.bells.example.com: 4 objects, 4 become invalid
  bells/bell.yaml:14:9: invalid: spec.size: Invalid value: must be greater than or equal to 7
      bells/v1.BellSpec.size accepts fewer values, was minimum 0, is minimum 7
      4 objects: default/a, default/b, default/c and 1 more
data: 4 objects of 1 kind, 4 become invalid`);
	});

	it('are reported to programs as JSON', () => {
		const { json } = saidOf(edited(['minimum: 0', 'minimum: 7']), [bell('a', { size: 1 })]);
		expect(json.findings).toEqual([
			{
				sort: 'invalid',
				field: 'spec.size',
				message: 'Invalid value: must be greater than or equal to 7',
				resource,
				level: 'breaks',
				new: true,
				objects: 1,
				names: ['default/a'],
				position: { file: 'bells/bell.yaml', line: 14, column: 9 },
				change: 'bells/v1.BellSpec.size tightened',
			},
		]);
		expect(json.kinds).toEqual([
			{ resource, kind: 'Bell', objects: 1, invalid: 1, loses: 0, changes: 0, already: 0, unreadable: 0, isPromised: true, isChanged: true },
		]);
	});

	it('are all named when that is asked for', () => {
		const objects = ['a', 'b', 'c', 'd'].map((name) => bell(name, { size: 1 }));
		const { text } = said(bells, replaced(bells, edited(['minimum: 0', 'minimum: 7'])), objects, { all: true });
		expect(text).toContain('4 objects: default/a, default/b, default/c, default/d\n');
	});

	it.each<[string, SpecSource, readonly Stored[], readonly string[], string]>([
		[
			'of which a field is required from now on',
			edited(['      properties:\n        tone', '      required: [tone]\n      properties:\n        tone']),
			[bell('a', {}), bell('b', { tone: 'c' })],
			['invalid spec.tone: 1'],
			'breaks',
		],
		[
			'of which a field is required from now on, and has a default',
			edited(
				['      properties:\n        tone', '      required: [tone]\n      properties:\n        tone'],
				['tone: {type: string,', 'tone: {type: string, default: c,'],
			),
			[bell('a', {})],
			['defaulted spec.tone: 1'],
			'differs',
		],
		[
			'of which a field has another type',
			edited(['tone: {type: string', 'tone: {type: integer']),
			[bell('a', { tone: 'c' }), bell('b', {})],
			['invalid spec.tone: 1'],
			'breaks',
		],
		[
			'of which a value is of another enumeration',
			edited(['tone: {type: string', 'tone: {type: string, enum: [c, d]']),
			[bell('a', { tone: 'c' }), bell('b', { tone: 'e' })],
			['invalid spec.tone: 1'],
			'breaks',
		],
		[
			'of which a field is gone',
			edited(['        tone: {type: string, protobuf: 1}\n', '']),
			[bell('a', { tone: 'c' }), bell('b', { size: 1 })],
			['unknown spec.tone: 1'],
			'breaks',
		],
		['of which a field has another name', edited(['tone:', 'sound:']), [bell('a', { tone: 'c' })], ['unknown spec.tone: 1'], 'breaks'],
		[
			'of which a rule refuses a whole',
			edited([
				'      properties:\n        tone',
				'      cel: [{rule: "!has(self.size) || has(self.tone)", message: a size needs a tone}]\n      properties:\n        tone',
			]),
			[bell('a', { size: 1 }), bell('b', { size: 1, tone: 'c' })],
			['invalid spec: 1'],
			'breaks',
		],
		['that lie in a namespace, and are to lie in none', edited(['scope: Namespaced', 'scope: Cluster']), [bell('a', {})], ['outOfScope : 1'], 'breaks'],
		[
			'that a transition rule alone would refuse',
			edited([
				'size: {type: integer, protobuf: 2, minimum: 0}',
				'size: {type: integer, protobuf: 2, minimum: 0, cel: [{rule: "self > oldSelf", message: it grows}]}',
			]),
			[bell('a', { size: 1 })],
			[],
			'same',
		],
		['of which a rule has been loosened', edited(['minimum: 0', 'minimum: -5']), [bell('a', { size: 1 })], [], 'same'],
		[
			'that nobody would write so, and a default meets',
			edited(['size: {type: integer, protobuf: 2, minimum: 0', 'size: {type: integer, protobuf: 2, minimum: 1, default: 3']),
			[bell('a', {})],
			['defaulted spec.size: 1'],
			'differs',
		],
	])('%s', (_, now, objects, findings, outcome) => {
		const told = saidOf(now, objects);
		expect([findingsOf(told), told.outcome]).toEqual([findings, outcome]);
	});

	it('are counted once, however many of their items have it', () => {
		const now = replaced(bells, source('bells/types/part.yaml', part.text.replace('count: {type: integer,', 'count: {type: integer, minimum: 3,')));
		const told = said(bells, now, [bell('a', { parts: [{ count: 1 }, { count: 2 }, { count: 3 }] }), bell('b', { parts: [{ count: 3 }] })]);
		expect(findingsOf(told)).toEqual(['invalid spec.parts[*].count: 1']);
		expect(told.json.findings[0].position).toEqual({ file: 'bells/types/part.yaml', line: 7, column: expect.any(Number) });
	});

	it('are read at all depths, without keys and indices in paths', () => {
		const shelf = 'notes: {type: object, protobuf: 4, additionalProperties: {$ref: types#/v1.Part}}';
		const before = replaced(bells, edited(['notes: {type: object, protobuf: 4, additionalProperties: {type: string}}', shelf]));
		const parts = source(
			'bells/types/part.yaml',
			part.text
				.replace('name: {type: string,', 'name: {type: integer,')
				.replace('count: {type: integer, protobuf: 2}', 'size: {type: integer, default: 3, protobuf: 3}'),
		);
		const told = said(before, replaced(before, parts), [
			bell('a', { notes: { 'x.y': { count: 1 } }, parts: [{ count: 1 }] }),
			bell('b', { notes: { z: { name: 'n' } } }),
			bell('c', { parts: [{ name: 'n' }] }),
		]);
		expect(findingsOf(told).sort()).toEqual([
			'defaulted spec.notes[*].size: 1',
			'defaulted spec.parts[*].size: 1',
			'invalid spec.notes[*].name: 1',
			'invalid spec.parts[*].name: 1',
			'unknown spec.notes[*].count: 1',
			'unknown spec.parts[*].count: 1',
		]);
	});

	it('have keys of maps left out', () => {
		const now = edited(['additionalProperties: {type: string}', 'additionalProperties: {type: string, maxLength: 1}']);
		const told = saidOf(now, [bell('a', { notes: { x: 'long', y: 'longer' } }), bell('b', { notes: { 'z.z/z': 'long' } })]);
		expect(findingsOf(told)).toEqual(['invalid spec.notes[*]: 2']);
	});

	it('of a removed version cannot be read', () => {
		const now = replaced(
			bells,
			edited(['{name: v1, storage: true}', '{name: v2, storage: true}'], ['types#/v1.Part', 'types#/v2.Part']),
			source('bells/group.yaml', 'group: bells.example.com\nversions: [v2]\n'),
			source('bells/types/part.yaml', part.text.replace('v1', 'v2')),
		);
		const told = said(bells, now, [bell('a', {}), bell('b', {}, 'bells.example.com/v2')]);
		expect([findingsOf(told), told.outcome]).toEqual([['versionGone  bells.example.com/v1: 1'], 'breaks']);
		expect(told.text).toMatch(/^ {2}bells\/bell\.yaml:\d+:\d+: cannot be read any more: is stored as bells\.example\.com\/v1, which the specs have no more$/m);
	});

	it('of a removed kind cannot be read, and the finding points to the lock', () => {
		const told = said(bells, base.filter(({ path }) => path !== meta.path).concat(meta), [bell('a', {})]);
		expect([findingsOf(told), told.outcome]).toEqual([['kindGone : 1'], 'breaks']);
		expect(told.text).toMatch(/^ {2}api\.lock\.yaml:\d+:3: cannot be read any more: /m);
	});

	it('with a renamed field are converted by its step without loss', () => {
		const versions =
			'  - {name: v2, storage: true}\n  - name: v1\n    schema: {$ref: types#/v1.Bell}\n    converts:\n      - {here: spec.tone, storage: spec.sound}\n';
		const old = source('bells/types/v1.yaml', v2(allFields).text.replace('version: v2', 'version: v1'));
		const now = replaced(
			bells,
			edited(['  - {name: v1, storage: true}\n', versions], ['tone:', 'sound:']),
			source('bells/group.yaml', 'group: bells.example.com\nversions: [v2, v1]\n'),
			old,
		);
		const told = said(bells, now, [bell('a', { tone: 'c', size: 1, parts: [{ name: 'x' }] })]);
		expect([findingsOf(told), told.outcome]).toEqual([[], 'same']);
	});

	it('are checked in their stored version, regardless of the current storage version', () => {
		const versions = '  - {name: v2, storage: true}\n  - {name: v1, schema: {$ref: types#/v1.Bell}}\n';
		const now = (size: string) =>
			replaced(
				bells,
				edited(['  - {name: v1, storage: true}\n', versions], ['minimum: 0', 'minimum: 5']),
				source('bells/group.yaml', 'group: bells.example.com\nversions: [v2, v1]\n'),
				source('bells/types/v1.yaml', v2(allFields.replace('minimum: 0', `minimum: ${size}`)).text.replace('version: v2', 'version: v1')),
			);
		const objects = [bell('a', { size: 1 }), bell('b', { size: 7 })];
		expect(findingsOf(said(bells, now('0'), objects))).toEqual(['shownInvalid spec.size bells.example.com/v2: 1']);
		expect(findingsOf(said(bells, now('2'), objects))).toEqual(['invalid spec.size bells.example.com/v1: 1', 'shownInvalid spec.size bells.example.com/v2: 1']);
	});

	it('that lose an accepted field on the way to another storage version are still reported', () => {
		const versions =
			'  - {name: v2, storage: true}\n  - name: v1\n    schema: {$ref: types#/v1.Bell}\n    converts: []\n    loses: {spec.tone: nobody listens}\n';
		const old = source('bells/types/v1.yaml', v2(allFields).text.replace('version: v2', 'version: v1'));
		const now = replaced(
			bells,
			edited(['  - {name: v1, storage: true}\n', versions], ['        tone: {type: string, protobuf: 1}\n', '']),
			source('bells/group.yaml', 'group: bells.example.com\nversions: [v2, v1]\n'),
			old,
		);
		const told = said(bells, now, [bell('a', { tone: 'c', size: 1 }), bell('b', { size: 1 })]);
		expect([findingsOf(told), told.outcome]).toEqual([['lost spec.tone bells.example.com/v1: 1'], 'breaks']);
	});

	it('are sent through each served version, and losses are reported', () => {
		const versions =
			'  - {name: v1, storage: true}\n  - name: v2\n    schema: {$ref: types#/v2.Bell}\n    converts: []\n    loses: {spec.tone: nobody listens}\n';
		const now = replaced(
			bells,
			edited(['  - {name: v1, storage: true}\n', versions]),
			bothVersions,
			v2(`      size: {type: integer, protobuf: 2, minimum: 5}\n${restOfSpec}`),
		);
		const told = said(bells, now, [bell('a', { tone: 'c', size: 1 }), bell('b', { size: 7 })]);
		expect([findingsOf(told), told.outcome]).toEqual([
			['hidden spec.tone bells.example.com/v2: 1', 'shownInvalid spec.size bells.example.com/v2: 1'],
			'differs',
		]);
		// Conditions that existed before the change are not reported.
		expect(findingsOf(said(now, now, [bell('a', { tone: 'c', size: 1 })]))).toEqual([]);
	});

	it('that were invalid before are reported separately', () => {
		const objects = [bell('a', { size: -1 }), bell('b', { size: 1 }), bell('c', { size: 9 })];
		const told = saidOf(edited(['minimum: 0', 'minimum: 7']), objects);
		expect(findingsOf(told)).toEqual(['invalid spec.size: 1', 'already invalid spec.size: 1']);
		expect(told.json.summary).toEqual({ objects: 3, kinds: 1, invalid: 1, loses: 0, changes: 0, already: 1, unreadable: 0, outcome: 'breaks' });
		const locked = said(bells, bells, objects);
		expect([findingsOf(locked), locked.outcome]).toEqual([['already invalid spec.size: 1'], 'same']);
		expect(locked.text).toContain('already invalid: spec.size: Invalid value: must be greater than or equal to 0');
	});

	it('without an earlier promise are all new findings, with a note', () => {
		const told = said(undefined, bells, [bell('a', { size: -1 })]);
		expect([findingsOf(told), told.outcome]).toEqual([['invalid spec.size: 1'], 'breaks']);
		expect(told.text).toContain('1 object, 1 becomes invalid; the lock does not contain it, so old and new faults cannot be distinguished');
	});

	it('that cannot be read leave the outcome open if their kind has changed', () => {
		const { model, promised } = makeModel([...replaced(bells, edited(['minimum: 0', 'minimum: 7'])), lockOf(bells)]);
		if (model === undefined || promised === undefined || model.vocabularies[0] === undefined) throw new Error('the specs are right');
		const { comparison, places } = besideLocks({ model, promised, locks: promised.locks }, model.vocabularies[0], { converters: {}, all: false });
		comparison.takeUnreadable(resource, 'the key is not there');
		expect(outcomeOf(comparison)).toBe('unknown');
		expect(textOf({ source: 'data', comparison, places, all: false })).toContain(
			'bells.bells.example.com: 1 object could not be looked at: the key is not there',
		);
		comparison.take(bell('a', { size: 1 }));
		expect(outcomeOf(comparison)).toBe('breaks');
	});

	it('that code cannot convert are reported once', () => {
		const versions = '  - {name: v1, storage: true}\n  - name: v2\n    schema: {$ref: types#/v2.Bell}\n    converts: hook\n';
		const now = replaced(bells, edited(['  - {name: v1, storage: true}\n', versions]), bothVersions, v2(allFields));
		const converters = {
			[resource]: {
				convert: {
					v2: {
						toStorage: (object: JsonObject) => object,
						fromStorage: ({ spec, ...object }: JsonObject) => {
							const { tone, ...rest } = spec as JsonObject;
							if (tone === 'x') throw new Error(`no ${JSON.stringify(tone)} please`);
							return { ...object, spec: rest };
						},
					},
				},
			},
		};
		const told = said(bells, now, [bell('a', { tone: 'x' }), bell('b', { tone: 'x' }), bell('c', { tone: 'c' })], { converters });
		expect(findingsOf(told)).toEqual(['unconverted : 2', 'hidden spec.tone bells.example.com/v2: 1']);
		expect(told.text).toContain('cannot be converted: no "..." please');
	});

	it('of a confidential kind are reported without their content', () => {
		const secret = 'size: {type: integer, protobuf: 2, minimum: 0}\n        password: {type: string, protobuf: 9, writeOnly: true}';
		const before = replaced(bells, edited(['size: {type: integer, protobuf: 2, minimum: 0}', secret]));
		const rule = '      cel: [{rule: "self.tone.size() != 4", messageExpression: "\'not \' + self.tone"}]\n      properties:\n        tone';
		const now = replaced(
			bells,
			edited(
				['size: {type: integer, protobuf: 2, minimum: 0}', secret.replace('minimum: 0', 'minimum: 77')],
				['      properties:\n        tone', rule],
				['tone: {type: string', 'tone: {type: string, maxLength: 3'],
			),
		);
		const told = said(before, now, [bell('a', { tone: 'hush', size: 43 }), bell('b', { tone: 'hush', size: 'hush' })], { all: true });
		expect(findingsOf(told)).toEqual(['invalid spec.tone: 1', 'invalid spec.size: 1', 'invalid spec: 1', 'already invalid spec.size: 1']);
		for (const text of [told.text, JSON.stringify(told.json)]) {
			expect(text).not.toContain('hush');
			expect(text).not.toContain('43');
		}
	});

	it('with thousands of different faults need bounded room', () => {
		const rule = '      cel: [{rule: "self.size > 10000", messageExpression: "\'too small: \' + string(self.size)"}]\n      properties:\n        tone';
		const objects = Array.from({ length: 2000 }, (_, size) => bell(`b${size}`, { size }));
		const told = saidOf(edited(['      properties:\n        tone', rule]), objects);
		expect(told.json.findings.length).toBe(501);
		expect(told.json.findings.reduce((sum: number, { objects: count }: { objects: number }) => sum + count, 0)).toBe(2000);
		expect(told.json.summary.invalid).toBe(2000);
	});
});
