/** Which members of a union count as given: those that JSON would show. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { catalogOf, struct } from './fixture.ts';

const part = struct('x/v1.Part', [{ name: 'size', schema: { kind: 'int32' } }]);
const whole = struct(
	'x/v1.Whole',
	[
		{ name: 'text', schema: { kind: 'string' }, union: 'source' },
		{ name: 'count', schema: { kind: 'int64' }, union: 'source' },
		{ name: 'part', schema: { kind: 'struct', type: 'x/v1.Part' }, union: 'source' },
		{ name: 'plain', schema: { kind: 'string' }, presence: 'always', union: 'source' },
		{ name: 'list', schema: { kind: 'list', items: { kind: 'string' } }, presence: 'omitZero', union: 'source' },
	],
	{ unions: [{ name: 'source', members: 'exactlyOne' }] },
);
const type = compile(catalogOf([part, whole])).type('x/v1.Whole');
const none = 'must specify one of: `text`, `count`, `part`, `plain`, `list`';

describe('a union', () => {
	it.each<[object: JsonObject, wrong: string[]]>([
		[{}, [none]],
		[{ text: 'a' }, []],
		[{ text: '' }, []],
		[{ count: 0 }, []],
		[{ part: {} }, []],
		[{ plain: '', list: [] }, [none]],
		[{ text: '', count: 5 }, ['may not specify more than 1 source']],
		[{ plain: '', count: 5 }, []],
		[{ plain: 'a', part: {} }, ['may not specify more than 1 source']],
		[{ text: 'a', count: 1, part: { size: 1 } }, ['may not specify more than 1 source', 'may not specify more than 1 source']],
	])('of %j', (object, wrong) => {
		expect(type.validate(object).map(({ message }) => message.replace(/^.*?: /, ''))).toEqual(wrong);
	});
});
