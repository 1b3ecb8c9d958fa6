/** Programs behind `npm run` scripts describe their purpose and reject unknown words. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
/**
 * Programs of the project that take no fixed arguments. The other scripts call programs of packages with arguments. `npm start` runs the
 * server.
 */
const own = Object.entries(scripts).filter(([name, line]) => /^(tsx|node) \S+$/.test(line) && name !== 'start');

describe.each(own)('npm run %s', (_, line) => {
	const [runner = '', file = ''] = line.split(' ');
	const run = (flag: string) =>
		spawnSync(process.execPath, [...(runner === 'tsx' ? ['--import', 'tsx'] : []), join(projectRoot, file), flag], { encoding: 'utf8' });

	it('--help', () => {
		const { status, stdout, stderr } = run('--help');
		expect([status, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^(Usage|usage): /);
	});

	it('refuses an unknown flag, or first reports its requirements', () => {
		const { status, stdout, stderr } = run('--unheard-of');
		expect([status !== 0, stdout]).toEqual([true, '']);
		expect(stderr).toMatch(/^error: (unknown option '--unheard-of'|required option )/);
	});
});
