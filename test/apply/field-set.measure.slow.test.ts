/** Measures that reading and writing field sets takes time in proportion to their entries. */
import { expect, it } from 'vitest';
import { readFieldsV1, writeFieldsV1 } from '../../runtime/apply/sets/fields-v1.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { timesOf } from './times.ts';

const entries = (count: number, name: (at: number) => string): object =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`k:{"name":"${name((at * 7919) % count)}"}`, { '.': {}, 'f:a': {} }]));

it.each([
	['plain', (at: number) => `entry ${at}`],
	['escaped', (at: number) => `<${at}`],
])('takes linear time for %s keys', (_, name) => {
	expect(
		timesOf(
			(count) => entries(count, name),
			(fields) => writeFieldsV1(readFieldsV1(fields as JsonObject)),
			50,
		),
	).toBeLessThan(50);
});
