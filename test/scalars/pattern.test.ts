/** Patterns: what the engine of the language says, in linear time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Finder } from '../../runtime/scalars/pattern/finder.ts';
import { PatternError } from '../../runtime/scalars/pattern/parse.ts';
import { compilePattern } from '../../runtime/scalars/pattern/pattern.ts';

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
		['\\u{1F600}|\\ud83d\\ude01', ['😀', '😁', '😂']],
		['^[\\]\\\\-]+$', [']', '\\-', 'a']],
	])('%s', (source, texts) => {
		const expected = new RegExp(source, 'u');
		const pattern = compilePattern(source);
		expect(texts.map((text) => [text, pattern.test(text)])).toEqual(texts.map((text) => [text, expected.test(text)]));
	});

	it('say what the engine of the language says, of random patterns and texts', () => {
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
				// V8 looks for \\B between the halves of a pair of surrogates too, where no character begins.
				fc.pre(!pattern.includes('\\B') || !subject.includes('😀'));
				expect(compilePattern(pattern).test(subject)).toBe(new RegExp(pattern, 'u').test(subject));
			}),
			{ numRuns: Number(process.env.RUNS ?? 2_000) },
		);
	});

	it.each([
		['(', /^not a regular expression: /],
		['(?=a)b', '(?=a...) cannot be matched in linear time'],
		['(?<!a)b', '(?<!...) cannot be matched in linear time'],
		['(a)\\1', '\\1 refers back, which cannot be matched in linear time'],
		['((a{50}){50}){50}', 'too large: its repetitions written out have more than 2000 parts'],
		['('.repeat(300) + ')'.repeat(300), 'more than 200 groups within each other'],
		['a'.repeat(20_000), 'longer than 10000 characters'],
	])('refuse %s', (source, problem) => {
		expect(() => compilePattern(source)).toThrow(PatternError);
		expect(() => compilePattern(source)).toThrow(problem);
	});

	it.each([
		['(?m)a', 'of flags only (?i) and (?s) are known here'],
		['(?m:a)', 'of flags only (?i) and (?s) are known here'],
		['[[:^alpha:]]\\Q', 'write [^A-Za-z]'],
		['a\\Z', '\\Z is not known here: write $'],
		['\\Qa\\E', 'write a backslash before each of'],
	])('say what to write instead of %s', (source, advice) => {
		expect(() => compilePattern(source)).toThrow(PatternError);
		expect(() => compilePattern(source)).toThrow(advice);
	});

	it.each<[string, readonly string[], readonly string[]]>([
		['^(?i)a[b-d]\\.$', ['ab.', 'AD.'], ['ae.']],
		['^(?:(?i)a|b)c$', ['Ac', 'Bc', 'ac'], ['aC']],
		['^(?i:a(?-i)b)c$', ['Abc'], ['aBc', 'abC']],
		['^(?s).$', ['\n'], ['']],
		['^[[:alpha:]_]+$', ['aZ_'], ['a1', 'a:']],
		['\\Aa\\z', ['a'], ['ab', 'ba']],
		['^(?P<x>a)\\-\\_$', ['a-_'], ['a']],
		['^\\pL[\\pN\\-]$', ['ä1', 'a-'], ['1a']],
		['^\\\\A$', ['\\A'], ['A']],
	])("mean in Go's spelling what they mean there: %s", (source, good, bad) => {
		const pattern = compilePattern(source);
		expect([...good, ...bad].filter((text) => pattern.test(text))).toEqual(good);
	});

	it('name nothing foreign behind a backslash that is escaped', () => {
		expect(() => compilePattern('\\\\A(')).toThrow(/Unterminated group$/);
	});

	it.each([
		['^(a+)+$', `${'a'.repeat(3_000_000)}b`],
		['(.*)(.*)(.*)x', 'a'.repeat(3_000_000)],
		['^([a-z]+)*x', 'a'.repeat(3_000_000)],
		['(a|b|ab)*c', 'ab'.repeat(1_500_000)],
		['(.{0,30}){30}x', 'a'.repeat(3_000_000)],
	])('go through 3 MB once: %s', (source, text) => {
		const before = process.cpuUsage();
		expect(compilePattern(source).test(text)).toBe(false);
		const { user } = process.cpuUsage(before);
		expect(user / 1000).toBeLessThan(2_000);
	});

	it('give up on a text and a pattern that have endless states', () => {
		let seed = 1;
		const text = Array.from({ length: 1_000_000 }, () => {
			seed = (seed * 48_271) % 2_147_483_647;
			return seed % 2 === 0 ? 'a' : 'b';
		}).join('');
		expect(() => compilePattern('a[ab]{100}$').test(`${text}c`)).toThrow('matching this text takes too long');
	});
});

/** As Go's `FindAllString` has it: an empty one does not stand at the end of another. */
function foundByLanguage(source: string, text: string): string[] {
	let end = -1;
	return [...text.matchAll(new RegExp(source, 'gu'))].flatMap(({ 0: found, index }) => {
		const isLeftOut = found === '' && index === end;
		end = index + found.length;
		return isLeftOut ? [] : [found];
	});
}

describe('what patterns find', () => {
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
		expect(new Finder(source).findAll(text, Number.POSITIVE_INFINITY, steps())).toEqual(foundByLanguage(source, text));
	});

	it('is what the engine of the language finds, of random patterns and texts', () => {
		// What may be empty is repeated in another way there.
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
				expect(new Finder(pattern).findAll(from, Number.POSITIVE_INFINITY, steps())).toEqual(foundByLanguage(pattern, from));
			}),
			{ numRuns: 2_000 },
		);
	});

	it('takes no more steps than it may', () => {
		const bounded = steps(1_000);
		expect(() => new Finder('a*b').findAll('a'.repeat(1_000), 1, bounded)).toThrow('too many steps');
		const linear = steps();
		new Finder('(a|aa)+$').findAll('a'.repeat(10_000), 1, linear);
		expect(1_000_000 - linear.left).toBeLessThan(10_000 * new Finder('(a|aa)+$').size + 100);
	});

	it('is no more than is asked for', () => {
		expect(new Finder('a').findAll('aaa', 2, steps())).toEqual(['a', 'a']);
	});
});
