/** Measures that hostile YAML is parsed or refused in time in proportion to its length. */
import { describe, expect, it } from 'vitest';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { parseYaml } from '../../runtime/wire/yaml.ts';
import { slowness } from '../setup/slowness.ts';
import { aliasBomb } from './alias-bomb.ts';

function parseOrRefuse(text: string): unknown {
	try {
		return parseYaml(text, { duplicates: [] });
	} catch (error) {
		if (error instanceof MalformedError) return error.message;
		throw error;
	}
}

it('refuses an alias bomb in 50 ms of processor time and 100 MB', () => {
	parseOrRefuse(aliasBomb);
	const memory = process.memoryUsage().heapUsed;
	const started = process.cpuUsage();
	expect(parseOrRefuse(aliasBomb)).toContain('excessive aliasing');
	const { user, system } = process.cpuUsage(started);
	expect((user + system) / 1000).toBeLessThan(50 * slowness());
	// Includes uncollected garbage; the expanded document would take gigabytes.
	expect(process.memoryUsage().heapUsed - memory).toBeLessThan(100_000_000);
});

describe('hostile YAML of 3 MB', () => {
	const size = 3 * 1024 * 1024;
	const repeated = (part: string): string => part.repeat(Math.floor(size / part.length));
	const numbered = (part: (index: number) => string): string =>
		Array.from({ length: Math.floor(size / part(100_000).length) }, (_, index) => part(index)).join('');

	const rows: Readonly<Record<string, string>> = {
		'an unclosed quote over lines': `a: "${repeated('x\n')}`,
		'an unclosed single quote': `a: '${repeated("''")}`,
		'a list': repeated('- a\n'),
		'empty entries': repeated('-\n'),
		'a list of maps': repeated('- a: 1\n  b: 2\n'),
		'a map': numbered((index) => `k${index}: v\n`),
		'one key': repeated('a: 1\n'),
		'a flow list': `[${repeated('a,')}a]`,
		'empty flow maps': `[${repeated('{},')}{}]`,
		'pairs in a flow list': `[${repeated('a: b,')}a]`,
		'a flow map': `{${numbered((index) => `k${index}: v,`)}}`,
		comments: `${repeated('# c\n')}a: 1`,
		'empty lines': `a: 1${repeated('\n')}`,
		'a plain text of many lines': `a: ${repeated('x\n  ')}`,
		'a block text': `a: |\n${repeated('  x\n')}`,
		'a folded text': `a: >\n${repeated('  x\n')}`,
		'maps within maps': numbered((index) => `${' '.repeat(index % 900)}a:\n`),
		documents: repeated('---\n'),
		anchors: numbered((index) => `- &a${index} x\n`),
		tags: repeated('- !!str x\n'),
		escapes: `"${repeated('\\n')}"`,
		'escaped breaks': `"${repeated('\\\n')}"`,
		integers: repeated('- 1\n'),
		'integers with underscores': repeated('- 1_0\n'),
		'one integer': `a: ${repeated('1')}`,
		'merges within merges': `{${'<<: {'.repeat(400)}${numbered((index) => `k${index}: 1,`)}${'}'.repeat(401)}`,
		aliases: `a: &a x\nb: [${repeated('*a,')}]`,
		directives: `${repeated('%TAG ! x\n')}--- a`,
		blanks: `a: ${repeated(' ')}`,
		'carriage returns': `a: 1${repeated('\r')}`,
	};

	// A quadratic parser takes seconds to minutes; a linear one takes a fraction of a second, even under other load.
	it.each(Object.keys(rows))('%s', (name) => {
		const text = rows[name] ?? '';
		expect(text.length).toBeGreaterThan(size * 0.8);
		const before = process.cpuUsage();
		parseOrRefuse(text);
		const { user, system } = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(1_500);
	});
});
