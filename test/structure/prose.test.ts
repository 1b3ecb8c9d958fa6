/** The mechanical part of the style rules in CONTRIBUTING.md: comments, messages, page length and commit subjects. */
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { pages, root, sources, specFiles, textOf } from './project.ts';
import { commentsOf } from './prose/comments.ts';
import { descriptionsOf } from './prose/descriptions.ts';
import { messagesOf } from './prose/messages.ts';
import { findDescriptionStart, findFirstWord, findLongSentence, findTitleStart, findVagueWord } from './prose/rules.ts';

/** Limits for pages that a person reads in one sitting. Tables of facts do not count, because they are looked up rather than read. */
const maxPageWords = 1500;
const maxReadmeWords = 600;
const maxSubjectLength = 72;
/** Commits from here on have subjects of the form `area: imperative subject`. */
const firstChecked = '2026-11-29T00:00:00Z';

describe('the rules', () => {
	it.each([
		['What a client may send.', 'What'],
		['Who is asked first.', 'Who'],
		['Of a list, its items.', 'Of'],
		['To be sent later.', 'To'],
		['Items of a list.', undefined],
		['Whether the watch has ended.', undefined],
	])('find a first word that begins no sentence: %s', (text, word) => expect(findFirstWord(text)).toBe(word));

	it.each([
		['Whether it is ready.', 'Whether'],
		['Which pods nodes get.', 'Which'],
		['In which groups.', 'In'],
		['Number of ready pods.', undefined],
		['True if the pod is ready.', undefined],
	])('find a description that begins with a clause: %s', (text, word) => expect(findDescriptionStart(text)).toBe(word));

	it.each([
		['Nobody reads it.', 'Nobody'],
		['The watcher is told of it.', 'is told'],
		['Reads `anew`.', undefined],
	])('find a vague word: %s', (text, word) => expect(findVagueWord(text)).toBe(word));

	it.each([
		['one that is refused', 'one'],
		['keeps its name', undefined],
	])('find a pronoun that begins the name of a test: %s', (title, word) => expect(findTitleStart(title)).toBe(word));

	it('find a sentence of more than 25 words, where a code span is one word', () => {
		expect(findLongSentence(`${'word '.repeat(24)}\`a b c\`. ${'word '.repeat(25)}`)).toBeUndefined();
		expect(findLongSentence('word '.repeat(26))).toMatch(/^word/);
	});
});

// Reading every file takes 10 s, and several times that on a busy machine.
describe('text', { timeout: 300_000 }, () => {
	const files = ['runtime', 'generator', 'sdk', 'bench', 'bin', 'test'].flatMap(sources);

	it('in comments begins with a sentence or a noun, is specific and short', () => {
		const broken = files.flatMap((file) =>
			commentsOf(textOf(file)).flatMap(({ text, line }) => {
				const words = findFirstWord(text) ?? findVagueWord(text) ?? findLongSentence(text);
				return words === undefined ? [] : [`${file}:${line}: ${words}`];
			}),
		);
		expect(broken).toEqual([]);
	});

	it('in descriptions of specs begins with a sentence or a noun, is specific and short', () => {
		const broken = specFiles().flatMap((file) =>
			descriptionsOf(textOf(file)).flatMap(({ text, line }) => {
				const words = findDescriptionStart(text) ?? findVagueWord(text) ?? findLongSentence(text);
				return words === undefined ? [] : [`${file}:${line}: ${words}`];
			}),
		);
		expect(broken).toEqual([]);
	});

	it('in messages, help and logs is specific', () => {
		const product = files.filter((file) => !file.startsWith('test/'));
		const broken = product.flatMap((file) =>
			messagesOf(textOf(file)).flatMap(({ text, line }) => {
				const words = findVagueWord(text);
				return words === undefined ? [] : [`${file}:${line}: ${words}`];
			}),
		);
		expect(broken).toEqual([]);
	});

	it('in names of tests begins with no pronoun', () => {
		const title = /\b(?:it|test|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*(['"`])(.*?)\1,/g;
		const broken = files.flatMap((file) =>
			[...textOf(file).matchAll(title)].flatMap(([, , text = '']) => (findTitleStart(text) === undefined ? [] : [`${file}: ${text}`])),
		);
		expect(broken).toEqual([]);
	});

	it('in pages is specific', () => {
		const broken = pages().flatMap((page) => {
			const words = findVagueWord(withoutQuotes(textOf(page)));
			return words === undefined ? [] : [`${page}: ${words}`];
		});
		expect(broken).toEqual([]);
	});

	it('in pages is short enough for one sitting', () => {
		const long = pages().flatMap((page) => {
			const words = wordsOfPage(textOf(page));
			return words > (page === 'README.md' ? maxReadmeWords : maxPageWords) ? [page] : [];
		});
		expect(long).toEqual([]);
	});
});

/** Removes quotations: test titles and program messages are quoted verbatim. */
function withoutQuotes(text: string): string {
	return text.replace(/^```[\s\S]*?^```$/gm, '').replace(/"[^"\n]*"/g, '');
}

/** Words outside tables and code blocks. */
function wordsOfPage(text: string): number {
	const read = text.replace(/^```[\s\S]*?^```$/gm, '').replace(/^\|.*$/gm, '');
	return read.split(/\s+/).filter((word) => word !== '').length;
}

describe('subjects of commits', () => {
	it(`have the form "area: subject" and at most ${maxSubjectLength} characters`, () => {
		const subjects = execFileSync('git', ['log', '--no-merges', `--since=${firstChecked}`, '--format=%s'], { cwd: root, encoding: 'utf8' });
		const wrong = subjects
			.split('\n')
			.filter((subject) => subject !== '' && (subject.length > maxSubjectLength || !/^[a-z][a-z0-9/., -]*: [a-z]/.test(subject)));
		expect(wrong).toEqual([]);
	});
});
