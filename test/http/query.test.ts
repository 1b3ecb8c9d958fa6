import { describe, expect, it } from 'vitest';
import { maxQueryLength, maxQueryParameters, parseQuery, queryProblem } from '../../runtime/api/query.ts';

const many = (count: number): string => Array.from({ length: count }, (_, i) => `p${i}=v`).join('&');

describe('the query of a request', () => {
	it('is read as forms are, and the first of several counts', () => {
		const parameters = parseQuery('a=1&a=2&b=x+y%20z&c');
		expect([parameters.get('a'), parameters.getAll('a'), parameters.get('b'), parameters.get('c'), parameters.get('d')]).toEqual([
			'1',
			['1', '2'],
			'x y z',
			'',
			null,
		]);
	});

	it('is empty without a query string', () => {
		expect([...parseQuery('')]).toEqual([]);
		expect(parseQuery('')).toBe(parseQuery(''));
	});

	it.each([
		['nothing', '', undefined],
		['as many parameters as are allowed', many(maxQueryParameters), undefined],
		['one more', many(maxQueryParameters + 1), 400],
		['nothing but separators', '&'.repeat(maxQueryLength), 400],
		['as long as is allowed', 'x'.repeat(maxQueryLength), undefined],
		['longer', 'x'.repeat(maxQueryLength + 1), 413],
	])('%s', (_, query, code) => {
		expect(queryProblem(query)?.code).toBe(code);
		if (code !== undefined) expect([...parseQuery(query)]).toEqual([]);
	});
});
