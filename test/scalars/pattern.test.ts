/** Patterns: what the engine of the language says, in linear time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
		['(?i)a', 'flags such as (?i) are not known here: name both cases, [aA]'],
		['(?i:a)', 'flags such as (?i) are not known here: name both cases, [aA]'],
		['[[:alpha:]]+', 'write [A-Za-z], or \\p{L} for letters of all languages'],
		['\\Aa', '\\A is not known here: write ^'],
		['a\\z', '\\z is not known here: write $'],
		['(?P<x>a)', '(?P<name>...) is not known here: write (?<name>...), or (...) without a name'],
		['\\Qa\\E', 'write a backslash before each of'],
		['\\pL', '\\pL is not known here: write \\p{L}'],
		['[\\-a]b\\-c', '- needs no backslash: write it as it is'],
	])('say what to write instead of %s', (source, advice) => {
		expect(() => compilePattern(source)).toThrow(PatternError);
		expect(() => compilePattern(source)).toThrow(advice);
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
