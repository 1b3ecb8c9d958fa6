/** Generates values for a field by its schema: valid, borderline and invalid ones. */
import type { JsonValue, ScalarSchema } from '../../../runtime/model/catalog.ts';
import type { Random } from '../../suites/front-door/random.ts';

const strings = [
	...[
		'',
		'a',
		'A',
		'a-b',
		'a_b',
		'a.b',
		'-a',
		'a b',
		'1',
		'0',
		'a/b',
		'example.com/a',
		'example.com/A b',
		'a=b',
		'http',
		'/',
		'/a',
		'../a',
		'a:b',
		'*',
		'$(A)',
	],
	...['10.0.0.1', '10.0.0.0/16', '::1', '1.2.3', '010.0.0.1', 'a'.repeat(63), 'a'.repeat(64), 'a'.repeat(254), 'é', 'None', 'Always', 'true'],
];
const integers = [-2_147_483_649, -1, 0, 1, 2, 10, 80, 100, 101, 600, 3600, 65_535, 65_536, 2_147_483_647];
const byKind: Readonly<Partial<Record<ScalarSchema['kind'], readonly JsonValue[]>>> = {
	string: strings,
	int32: integers.filter((value) => Math.abs(value) < 2 ** 31),
	int64: integers,
	double: [-1, 0, 0.5, 1, 1e300],
	boolean: [true, false],
	bytes: ['', 'AA==', 'YWJj'],
	time: ['2024-01-01T00:00:00Z', '2999-12-31T23:59:59Z', '2024-01-01T00:00:00+02:00'],
	microTime: ['2024-01-01T00:00:00.000000Z', '2999-12-31T23:59:59.999999Z'],
	duration: ['0s', '1s', '-1s', '90m', '1h0m0.5s'],
	quantity: ['0', '1', '-1', '1.5', '100m', '1Gi', '0.1m', '1e3', '9223372036854775807', 1, 0],
	intOrString: [0, 1, -1, 80, 65_536, '50%', '0%', '100%', '101%', '-1%', 'http', 'HTTP', '', '1.5%'],
	rawExtension: [{}, { apiVersion: 'v1', kind: 'ConfigMap' }],
	any: [{}, [], 'a', 1, null],
};
/** Values of another type than most fields have. */
const misfits: readonly JsonValue[] = [null, 7, 'x', true, {}, [], '', [{}], { a: 'b' }];

export function scalarValue(schema: ScalarSchema, random: Random): JsonValue {
	if (schema.enum !== undefined && random.below(4) > 0) return random.of(schema.enum);
	return random.of(byKind[schema.kind] ?? misfits);
}

export function misfit(random: Random): JsonValue {
	return random.of(misfits);
}

/** Keys of maps. */
export function keyOfMap(random: Random): string {
	return random.of(['a', 'b', 'app', 'example.com/a', '-a', 'a b', '', 'cpu', 'memory', 'example.com/gpu', 'A'.repeat(64)]);
}
