/** Values that a served version took by the lock and refuses now: each is reported with an example that the server would refuse. */
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import { compareAcceptance } from '../../../generator/stored/acceptance/compare.ts';
import { lockOf, replaced } from '../compat/locked.ts';
import { base, source } from '../fixture.ts';

const v1 = `version: v1
types:
  Crew: {type: object, properties: {spec: {$ref: types#/CrewSpec, protobuf: 2}}}
  CrewSpec:
    type: object
    properties:
      team: {type: string, protobuf: 1}
      size: {type: integer, protobuf: 2}
      mode: {type: string, enum: [fast, slow], protobuf: 3}
      code: {type: string, maxLength: 20, protobuf: 4}
      names: {type: array, protobuf: 5, items: {$ref: types#/Name}}
      limits: {type: object, protobuf: 6, additionalProperties: {type: quantity}}
      period: {type: duration, protobuf: 7}
  Name: {type: object, properties: {first: {type: string, protobuf: 1}}}
`;
const kindWith = (versions: string) => source('crews/crew.yaml', `kind: Crew\nnames: {plural: crews}\nscope: Namespaced\nversions:\n${versions}`);
const crews: readonly SpecSource[] = [
	...base,
	source('crews/group.yaml', 'group: crews.example.com\nversions: [v1, v2]\n'),
	source('crews/types/v1.yaml', v1),
	source(
		'crews/types/v2.yaml',
		v1
			.replace('version: v1', 'version: v2')
			.replace('size: {type: integer,', 'size: {type: integer, minimum: 3,')
			.replace('    type: object\n    properties:\n      team', '    type: object\n    required: [team]\n    properties:\n      team'),
	),
	kindWith(
		'  - {name: v1, schema: {$ref: types#/v1.Crew}, storage: true}\n  - {name: v2, schema: {$ref: types#/v2.Crew}, converts: [{here: spec.team, whenAbsent: none}]}\n',
	),
];

/** Returns the breaking changes with their examples. */
function breaksOf(now: readonly SpecSource[], before = crews): string[] {
	const { model, promised, diagnostics } = makeModel([...now, lockOf(before)]);
	if (model === undefined || promised === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
	return compareAcceptance(model, promised).roots.flatMap(({ changes }) =>
		changes.filter(({ breaking }) => breaking).map(({ where, sort, example }) => `${where} ${sort}: ${example}`),
	);
}

const edited = (from: string, to: string): SpecSource[] => replaced(crews, source('crews/types/v1.yaml', v1.replace(from, to)));

describe('a value that is newly refused is an example of the change', () => {
	it.each<[string, string, string, string]>([
		[
			'required',
			'CrewSpec:\n    type: object\n',
			'CrewSpec:\n    type: object\n    required: [team]\n',
			'CrewSpec.team tightened: {"spec":{}}: spec.team: Required value',
		],
		[
			'minimum',
			'size: {type: integer,',
			'size: {type: integer, minimum: 5,',
			'CrewSpec.size tightened: {"spec":{"size":0}}: spec.size: Invalid value: 0: must be greater than or equal to 5',
		],
		['enum', '[fast, slow]', '[fast]', 'CrewSpec.mode removed: {"spec":{"mode":"slow"}}: spec.mode: Unsupported value: "slow": supported values: "fast"'],
		[
			'maxLength',
			'maxLength: 20',
			'maxLength: 10',
			'CrewSpec.code tightened: {"spec":{"code":"a.example.com"}}: spec.code: Too long: may not be longer than 10',
		],
		[
			'pattern',
			'team: {type: string,',
			'team: {type: string, pattern: "^[a-z]+$",',
			'CrewSpec.team tightened: {"spec":{"team":""}}: spec.team: Invalid value: "": should match \'^[a-z]+$\'',
		],
		[
			'maxItems',
			'names: {type: array,',
			'names: {type: array, maxItems: 1,',
			'CrewSpec.names tightened: {"spec":{"names":[{},{}]}}: spec.names: Too many: 2: must have at most 1 items',
		],
		[
			'a rule of entries',
			'first: {type: string,',
			'first: {type: string, minLength: 2,',
			'Name.first tightened: {"spec":{"names":[{"first":""}]}}: spec.names[0].first: Invalid value: "": should be at least 2 chars long',
		],
		[
			'a rule of values',
			'additionalProperties: {type: quantity',
			'additionalProperties: {type: quantity, minimum: "1"',
			'CrewSpec.limits tightened: {"spec":{"limits":{"key":"0"}}}: spec.limits[key]: Invalid value: "0": must be greater than or equal to 1',
		],
		[
			'a bound of a duration',
			'period: {type: duration,',
			'period: {type: duration, maximum: 1h,',
			'CrewSpec.period tightened: {"spec":{"period":"24h"}}: spec.period: Invalid value: "24h0m0s": must be less than or equal to 1h',
		],
		[
			'an expression',
			'CrewSpec:\n    type: object\n',
			'CrewSpec:\n    type: object\n    cel: [{rule: "!has(self.size) || self.size < 100", message: small}]\n',
			'CrewSpec tightened: {"spec":{"size":1000}}: spec: Invalid value: "object": small',
		],
	])('%s', (_, from, to, expected) => {
		expect(breaksOf(edited(from, to))).toEqual([`crews/v1.${expected}`]);
	});
});

it.each<[string, readonly SpecSource[]]>([
	['nothing', crews],
	['a looser rule', edited('maxLength: 20', 'maxLength: 30')],
])('%s refuses no value', (_, now) => {
	expect(breaksOf(now)).toEqual([]);
});

it('a value that the storage version fills in is refused by its version', () => {
	const limited = v1.replace('size: {type: integer,', 'size: {type: integer, maximum: 20,');
	const before = replaced(crews, source('crews/types/v1.yaml', limited));
	const now = replaced(
		before,
		source('crews/types/v2.yaml', v1.replace('version: v1', 'version: v2').replace('size: {type: integer,', 'size: {type: integer, default: 30,')),
		kindWith(
			'  - {name: v1, schema: {$ref: types#/v1.Crew}, converts: [{storage: spec.team, whenAbsent: none}]}\n  - {name: v2, schema: {$ref: types#/v2.Crew}, storage: true}\n',
		),
	);
	expect(breaksOf(now, before)).toContain(
		'crews.crews.example.com version crews.example.com/v1 tightened: {"spec":{}}: spec.size: Invalid value: 30: must be less than or equal to 20',
	);
});

it('a stricter storage version refuses no object in the other version', () => {
	const stored = kindWith(
		'  - {name: v1, schema: {$ref: types#/v1.Crew}, converts: [{storage: spec.team, whenAbsent: none}]}\n  - {name: v2, schema: {$ref: types#/v2.Crew}, storage: true}\n',
	);
	expect(breaksOf(replaced(crews, stored)).filter((change) => change.includes('tightened'))).toEqual([]);
});
