import { describe, expect, it } from 'vitest';
import { parseFieldSelector, parseLabelSelector, selectorOfObject, selectorText } from '../../runtime/select/index.ts';

const object = (labels: Record<string, string>, fields: Record<string, string> = {}) => ({ namespace: 'ns', name: 'n', labels, fields });

describe('label selectors', () => {
	it.each<[string, Record<string, string>, boolean]>([
		['', {}, true],
		['a=b', { a: 'b' }, true],
		['a=b', { a: 'c' }, false],
		['a==b', { a: 'b' }, true],
		[' a = b , c ', { a: 'b', c: '' }, true],
		['a!=b', {}, true],
		['a!=b', { a: 'b' }, false],
		['a in (b,c)', { a: 'c' }, true],
		['a in (b,c)', {}, false],
		['a notin (b,c)', {}, true],
		['a notin (b,c)', { a: 'b' }, false],
		['a', { a: '' }, true],
		['a', {}, false],
		['!a', {}, true],
		['!a', { a: '1' }, false],
		['a=', { a: '' }, true],
		['a=,b', { a: '', b: '1' }, true],
		['a in (,b)', { a: '' }, true],
		['a in ()', { a: '' }, true],
		['in in (in)', { in: 'in' }, true],
		['notin=in', { notin: 'in' }, true],
		['a>5', { a: '6' }, true],
		['a>5', { a: 'x' }, false],
		['a>9223372036854775806', { a: '9223372036854775807' }, true],
		['a>5', { a: '9223372036854775808' }, false],
		['a<5', { a: '-9223372036854775809' }, false],
		['a<5', { a: '4' }, true],
		['constructor', {}, false],
		['__proto__', {}, false],
		['example.com/a=b', { 'example.com/a': 'b' }, true],
	])('%s on %o: %s', (text, labels, expected) => {
		// `__proto__` is an invalid key, so the parser may refuse it.
		if (text === '__proto__') return expect(() => parseLabelSelector(text)).toThrow('Invalid value');
		expect(parseLabelSelector(text).matches(object(labels))).toBe(expected);
	});

	it.each([
		['a in b', "unable to parse requirement: found 'b' expected: '('"],
		['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
		['a,', "found '', expected: identifier after ','"],
		[',a', "found ',', expected: !, identifier, or 'end of string'"],
		['a=b c', "found 'c', expected: ',' or 'end of string'"],
		['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
		['a=b=c', "found '=', expected: ',' or 'end of string'"],
		['!', "unable to parse requirement: found '', expected: identifier"],
		[
			'a>9999999999999999999999',
			"unable to parse requirement: values[0]: Invalid value: \"9999999999999999999999\": for 'Gt', 'Lt' operators, the value must be an integer",
		],
		['a<9223372036854775808', "for 'Gt', 'Lt' operators, the value must be an integer"],
		[`a>${'9'.repeat(1_000_000)}`, "for 'Gt', 'Lt' operators, the value must be an integer"],
		['a>b', "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer"],
		['a/b/c=d', 'unable to parse requirement: <nil>: Invalid value: "a/b/c": a valid label key must consist'],
		['a=-', 'unable to parse requirement: values[0][a]: Invalid value: "-": a valid label must be an empty string'],
	])('%s is refused', (text, message) => {
		expect(() => parseLabelSelector(text)).toThrow(message);
		expect(() => parseLabelSelector(text)).toThrow(expect.objectContaining({ reason: 'BadRequest' }));
	});

	it('has a canonical text', () => {
		expect(parseLabelSelector('z in (b,a), !y ,x==1').text).toBe('x==1,!y,z in (a,b)');
	});
	it.each(['', ',', 'a', 'a,', ',a', 'b,a', 'a,b,a', 'b,,a,', 'a=', 'a(b', '!a', 'a<b', 'ü', 'a.'])(
		'a set of %j means the same with spaces and without',
		(inside) => {
			const read = (text: string): string => {
				try {
					return parseLabelSelector(text).text;
				} catch (error) {
					return (error as Error).message;
				}
			};
			expect(read(`k in (${inside}),z`)).toBe(read(`k in ( ${inside} ) , z`));
		},
	);
});

describe('field selectors', () => {
	const fields = ['status.phase', 'spec.text'];
	it.each<[string, boolean]>([
		['', true],
		['metadata.name=n', true],
		['metadata.name!=n', false],
		['metadata.namespace=ns,status.phase=Running', true],
		['status.phase==Running', true],
		['status.phase!=Running', false],
		['spec.text=a\\,b\\=c\\\\', true],
		['spec.text=', false],
	])('%s: %s', (text, expected) => {
		expect(parseFieldSelector(text, fields).matches(object({}, { 'status.phase': 'Running', 'spec.text': 'a,b=c\\' }))).toBe(expected);
	});

	it.each([
		['spec.x=1', 'field label not supported: spec.x'],
		['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
		['metadata.name=a=b', 'invalid field selector: unescaped character in value: ='],
		['metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
		['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
	])('%s is refused', (text, message) => {
		expect(() => parseFieldSelector(text, fields)).toThrow(message);
	});

	it('accepts metadata.namespace only where the kind has it', () => {
		expect(() => parseFieldSelector('metadata.namespace=a', fields, { hasNamespace: false })).toThrow('field label not supported: metadata.namespace');
	});

	it('compares a label without fields with the empty text', () => {
		const labels = [{ label: 'l', of: [], hides: [] }];
		expect(['l=', 'l!=', 'l=1', 'l!=1'].map((text) => parseFieldSelector(text, fields, { labels }).matches(object({})))).toEqual([true, false, false, true]);
	});

	it('lists the common fields if a kind has no others', () => {
		expect(() => parseFieldSelector('a=b', [])).toThrow('"a" is not a known field selector: only "metadata.name", "metadata.namespace"');
	});

	it('does not see inherited names', () => {
		expect(parseFieldSelector('constructor=', ['constructor']).matches(object({}))).toBe(true);
	});
});

describe('LabelSelector objects', () => {
	it('absent selects nothing, empty everything', () => {
		expect(selectorOfObject(undefined).matches(object({ a: 'b' }))).toBe(false);
		expect(selectorOfObject({}).matches(object({}))).toBe(true);
	});
	it('combines labels and expressions', () => {
		const selector = selectorOfObject({ matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'DoesNotExist' }] });
		expect(selector.matches(object({ a: 'b' }))).toBe(true);
		expect(selector.matches(object({ a: 'b', c: '' }))).toBe(false);
		expect(selector.text).toBe('a in (b),!c');
	});
	it('has a text for scale', () => {
		expect(selectorText({ matchLabels: { app: 'web' }, matchExpressions: [{ key: 'c', operator: 'In', values: ['y', 'x'] }] })).toBe('app=web,c in (x,y)');
		expect(selectorText({ app: 'web' })).toBe('app=web');
		expect(selectorText('a=b')).toBe('a=b');
	});
});
