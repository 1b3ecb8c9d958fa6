import { describe, expect, it } from 'vitest';
import { copiesMuch } from '../../runtime/model/large.ts';

const copy = { op: 'copy', from: '/a', path: '/b' };

describe('a JSON patch', () => {
	it.each([
		['of a few copies', [copy, copy, copy, copy], false],
		['of more copies', [copy, copy, copy, copy, copy], true],
		['of other operations', Array.from({ length: 100 }, () => ({ op: 'add', path: '/copy', value: 'copies' })), false],
		['that is empty', [], false],
	] as const)('%s', (_, patch, isMuch) => {
		expect(copiesMuch(Buffer.from(JSON.stringify(patch)))).toBe(isMuch);
	});

	it('with escaped copy operations may produce much', () => {
		expect(copiesMuch(Buffer.from('[{"op":"\\u0063opy","from":"/a","path":"/b"}]'))).toBe(true);
	});
});
