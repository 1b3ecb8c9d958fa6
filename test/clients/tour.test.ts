/** The commands of the tour work as pasted; the server takes a free port. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';
import { type RunningDev, startDev } from '../generator/command/dev/running.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { findKubectls } from './kubectl.ts';

const tour = readFileSync(join(projectRoot, 'docs/guide/tour.md'), 'utf8');
const [begin = '', ownKind = '', builtIn = '', curl = ''] = [...tour.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const command = [process.execPath, join(projectRoot, 'bin/orch.mjs')];
/** Returns the arguments of an `npx orch ...` line of the tour. */
const argsOf = (line: string | undefined): readonly string[] => (line ?? '').replace(/^npx orch /, '').split(' ');

describe.skipIf(findKubectls().length === 0)('the tour', () => {
	let scratch: Scratch;
	let dev: RunningDev;
	let url: string;
	const paste = (text: string) =>
		promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { cwd: scratch.path, env: { ...process.env, HOME: scratch.path } });

	beforeAll(async () => {
		scratch = makeScratch();
		const [first, second, ...more] = begin.trimEnd().split('\n');
		expect([more, argsOf(second)[0]]).toEqual([[], 'dev']);
		execFileSync(command[0] ?? '', [...command.slice(1), ...argsOf(first)], { cwd: scratch.path, stdio: 'ignore' });
		dev = startDev({ folder: scratch.path, args: argsOf(second).slice(1), command });
		url = /https:\/\/\S+:\d+/.exec(await dev.until(/Serving .*\nWatching .*my-specs; Ctrl-C stops\n/))?.[0] ?? '';
	});
	afterAll(async () => {
		expect(await dev?.stop()).toBe(0);
		scratch?.remove();
	});

	it('has orch dev as its second command, and its kubectl commands work', async () => {
		const { stdout } = await paste(ownKind + builtIn);
		expect(stdout).toMatch(/^backups +(\S+ +)?backup\.example\.com\/v1 +true +Backup$/m);
		expect(stdout).toMatch(/^backup.backup.example.com\/first created$/m);
		expect(stdout).toMatch(/^ {2}color: green$/m);
		expect(stdout).toContain('namespace "tour" deleted');
	});

	it('sends requests with curl as the administrator and without credentials', async () => {
		const { stdout } = await paste(curl.replaceAll('https://127.0.0.1:6443', url));
		expect(stdout).toMatch(/"kind": ?"NamespaceList"/);
		expect(stdout).toContain('check passed');
	});
});
