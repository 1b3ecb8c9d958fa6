/** Tests patterns in Go's dialect, matched in linear time. JavaScript's engine is the reference where the dialects agree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pattern, PatternError } from '../../runtime/scalars/pattern.ts';
import { runs } from '../setup/sample.ts';

describe('patterns', () => {
	it.each([
		['^(a+)+$', ['a', 'aa', 'aab', '']],
		['^([^@]+:latest(@.*)?|([^@]*/)?[^:@/]+)$', ['nginx', 'nginx:1', 'a/b:latest', 'a/b', 'a@sha256:1']],
		['^(In|NotIn|Exists)$', ['In', 'NotIn', 'Inn', '']],
		['//|/[.]/|%2[fF]', ['a//b', '/./', '%2f', 'a/b']],
		['\\bab\\b', ['ab', 'x ab y', 'xab', 'ab_', 'é ab é']],
		['\\Bb', ['ab', 'b', ' b']],
		['^\\p{L}+$', ['é', 'é1', '𝒳']],
		['^.$', ['😀', 'a', '\n', 'ab']],
		['[^\\x00-\\x7f]', ['é', 'e']],
		['^a{2,3}$', ['a', 'aa', 'aaa', 'aaaa']],
		['^a{0}b??c*?$', ['', 'bcc', 'ab']],
		['^(?:x|(?<name>y))*z', ['xyxz', 'z', 'xy']],
		['', ['', 'a']],
		['$', ['', 'a']],
		['a|', ['b']],
		['^[\\]\\\\-]+$', [']', '\\-', 'a']],
	])('%s', (source, texts) => {
		const expected = new RegExp(source, 'u');
		const pattern = new Pattern(source);
		expect(texts.map((text) => [text, pattern.test(text)])).toEqual(texts.map((text) => [text, expected.test(text)]));
	});

	it('agree with JavaScript about random patterns and texts', () => {
		const { source } = fc.letrec<{ source: string; atom: string }>((tie) => ({
			source: fc.array(tie('atom'), { maxLength: 4 }).map((parts) => parts.join('')),
			atom: fc.oneof(
				{ maxDepth: 3 },
				fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '^', '$', '\\b', '\\B', '-', '😀'),
				fc.tuple(tie('source'), fc.constantFrom('', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?')).map(([inner, count]) => `(${inner})${count}`),
				fc.tuple(tie('source'), tie('source')).map(([left, right]) => `(?:${left}|${right})`),
			),
		}));
		const text = fc.array(fc.constantFrom('a', 'b', '-', ' ', '😀', '\n'), { maxLength: 8 }).map((parts) => parts.join(''));
		fc.assert(
			fc.property(source, text, (pattern, subject) => {
				// V8 matches \\B between the halves of a surrogate pair, where no character begins.
				fc.pre(!pattern.includes('\\B') || !subject.includes('😀'));
				expect(new Pattern(pattern).test(subject)).toBe(new RegExp(pattern, 'u').test(subject));
			}),
			{ numRuns: runs(2_000) },
		);
	});

	it.each([
		['(', 'error parsing regexp: missing closing ): `(`'],
		['(?=a)b', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
		['(?<!a)b', 'error parsing regexp: invalid named capture: `(?<!a)b`'],
		['(a)\\1', 'error parsing regexp: invalid escape sequence: `\\1`'],
		['a\\Z', 'error parsing regexp: invalid escape sequence: `\\Z`'],
		['\\u0041', 'error parsing regexp: invalid escape sequence: `\\u`'],
		['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
		['a{1001}', 'error parsing regexp: invalid repeat count: `{1001}`'],
		['(a{1000}){1000}', 'error parsing regexp: invalid repeat count: `{1000}`'],
		['.{1000}'.repeat(1_400), 'error parsing regexp: expression too large'],
		['.{1000}'.repeat(6), 'too large: its repetitions written out have more than 5000 parts'],
		['(?:[a-z]\\Qxyz\\E|\\pL?){1000}', 'too large: its repetitions written out have more than 5000 parts'],
		['('.repeat(1_001) + ')'.repeat(1_001), 'error parsing regexp: expression nests too deeply'],
		['a'.repeat(20_000), 'longer than 10000 characters'],
	])('refuse %.40s', (source, problem) => {
		expect(() => new Pattern(source)).toThrow(PatternError);
		expect(() => new Pattern(source)).toThrow(problem);
	});

	it.each<[string, readonly string[], readonly string[]]>([
		['^(?i)a[b-d]\\.$', ['ab.', 'AD.'], ['ae.']],
		['^(?:(?i)a|b)c$', ['Ac', 'Bc', 'ac'], ['aC']],
		['^(?i:a(?-i)b)c$', ['Abc'], ['aBc', 'abC']],
		['^(?s).$', ['\n'], ['']],
		['^.$', ['\r', '\u2028'], ['\n']],
		['(?m)^a$', ['b\na\nb'], ['ba']],
		['^(?U)a+$', ['a', 'aa'], ['', 'b']],
		['^[[:alpha:]_]+$', ['aZ_'], ['a1', 'a:']],
		['^[[:^alpha:]]$', ['1'], ['a']],
		['\\Aa\\z', ['a'], ['ab', 'ba', 'a\n']],
		['^(?P<x>a)\\-\\_$', ['a-_'], ['a']],
		['^\\pL[\\pN\\-]$', ['ä1', 'a-'], ['1a']],
		['^\\p{Greek}$', ['α'], ['a']],
		['^\\\\A$', ['\\A'], ['A']],
		['^[\\w-.]+$', ['a-.b'], ['a,b']],
		['^\\x41\\x{42}\\103$', ['ABC'], ['abc']],
		['^a{2,}b{,3}$', ['aab{,3}', 'aaab{,3}'], ['aabb', 'aab']],
		['^\\Qa.b\\E$', ['a.b'], ['axb']],
		['^\\s$', ['\t', '\f'], ['\v', '\u00a0']],
		['^(?i)k$', ['K', '\u212a'], ['x']],
	])('have the same meaning as in Go: %s', (source, good, bad) => {
		const pattern = new Pattern(source);
		expect([...good, ...bad].filter((text) => pattern.test(text))).toEqual(good);
	});

	it.each([
		['^(a+)+$', `${'a'.repeat(3_000)}b`],
		['(.*)(.*)(.*)x', 'a'.repeat(3_000)],
		['^([a-z]+)*x', 'a'.repeat(3_000)],
		['(a|b|ab)*c', 'ab'.repeat(1_500)],
		['(.{0,30}){30}x', 'a'.repeat(3_000)],
	])('do not match a text that makes JavaScript backtrack: %s', (source, text) => {
		expect(new Pattern(source).test(text)).toBe(false);
	});

	it.each([
		['a[ab]{100}$', 'matching this text takes too long'],
		['a[ab]{1000}$', 'matching this text takes too long'],
	])('fail on a text with too many states: %s', (source, problem) => {
		let seed = 1;
		const text = Array.from({ length: 262_144 }, () => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % 2 === 0 ? 'a' : 'b';
		}).join('');
		const pattern = new Pattern(source);
		expect(() => pattern.test(`${text}c`)).toThrow(problem);
		expect(pattern.test('a'.repeat(2_000))).toBe(true);
	});
});

/** Finds matches like Go's `FindAllString`: an empty match does not directly follow another match. */
function foundByJavaScript(source: string, text: string): string[] {
	let end = -1;
	return [...text.matchAll(new RegExp(source, 'gu'))].flatMap(({ 0: found, index }) => {
		const isLeftOut = found === '' && index === end;
		end = index + found.length;
		return isLeftOut ? [] : [found];
	});
}

describe('matches of patterns', () => {
	const steps = (left = 1_000_000) => ({ left, error: () => new Error('too many steps') });

	it.each([
		['a+', 'baab a'],
		['a+?', 'aaa'],
		['a|ab', 'ab'],
		['ab|a', 'ab a'],
		['a*', 'aab'],
		['', '😀a'],
		['$', 'ab'],
		['^a', 'aa'],
		['\\bw\\w*', 'wow xw w'],
		['(a|b)*?c|b', 'abcb'],
		['a{2,3}', 'aaaaaaa'],
		['a{2,3}?', 'aaaaaaa'],
		['(?:x|(y))+z', 'xyxzz yz'],
		['.', 'é😀\n'],
		['[^,]+', 'a,b,,c'],
	])('%s in %j', (source, text) => {
		expect(new Pattern(source).findAll(text, -1, steps())).toEqual(foundByJavaScript(source, text));
	});

	it('equals that of JavaScript, for random patterns and texts', () => {
		// JavaScript repeats subpatterns that can be empty in a different way.
		const { source } = fc.letrec<{ source: string; atom: string }>((tie) => ({
			source: fc.array(tie('atom'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
			atom: fc.oneof(
				{ maxDepth: 3 },
				fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '-', '😀', 'a\\b', '\\Bb'),
				fc.tuple(tie('source'), fc.constantFrom('', '+', '{2}', '{1,}', '{1,2}', '+?', '{1,2}?')).map(([inner, count]) => `(${inner})${count}`),
				fc.tuple(tie('source'), tie('source')).map(([left, right]) => `(?:${left}|${right})`),
			),
		}));
		const ended = fc.tuple(source, fc.constantFrom('', '?', '*', '*?', '??', '$')).map(([inner, end]) => (end === '$' ? `${inner}$` : `(?:${inner})${end}`));
		const text = fc.array(fc.constantFrom('a', 'b', '-', ' ', '😀'), { maxLength: 12 }).map((parts) => parts.join(''));
		fc.assert(
			fc.property(ended, text, (pattern, from) => {
				expect(new Pattern(pattern).findAll(from, -1, steps())).toEqual(foundByJavaScript(pattern, from));
			}),
			{ numRuns: runs(2_000) },
		);
	});

	it('is bounded in steps', () => {
		const bounded = steps(1_000);
		expect(() => new Pattern('a*[bc]').findAll('a'.repeat(1_000), 1, bounded)).toThrow('too many steps');
		const linear = steps();
		new Pattern('(a|aa)+$').findAll('a'.repeat(10_000), 1, linear);
		expect(1_000_000 - linear.left).toBeLessThan(10_000 * new Pattern('(a|aa)+$').size + 100);
	});

	it.each([
		['(a*b)|a', 'a'.repeat(100_000)],
		['(?:(?:\\b|\\B){100}a)*b|a', 'a'.repeat(600)],
		['(.*)*$|a', 'a\n'.repeat(100_000)],
		['[^x]*x|a', 'a'.repeat(10_000)],
	])('ends at its bound where each search reads the rest of the text: %s', (source, text) => {
		expect(() => new Pattern(source).findAll(text, -1, steps(3_000_000))).toThrow('too many steps');
	});

	it('are limited to the requested number', () => {
		expect(new Pattern('a').findAll('aaa', 2, steps())).toEqual(['a', 'a']);
	});
});
