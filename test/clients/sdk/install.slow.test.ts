/** A client package as installed by npm, with dependencies from the registry, and under an older compiler. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../../setup/scratch.ts';
import { installSdk, type Project, packageName, run } from './package.ts';

let scratch: Scratch;
let project: Project;
beforeAll(() => {
	scratch = makeScratch();
	project = installSdk(scratch.path);
});
afterAll(() => scratch.remove());

it('installs in an empty folder, runs there, and compiles with TypeScript 5', async () => {
	const tarball = readdirSync(scratch.path).find((name) => name.endsWith('.tgz')) ?? '';
	const folder = join(scratch.path, 'empty');
	mkdirSync(folder);
	writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
	execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', join(scratch.path, tarball), 'typescript@5.9.3'], { cwd: folder, stdio: 'inherit' });
	expect(
		readdirSync(join(folder, 'node_modules'))
			.filter((name) => !name.startsWith('.'))
			.sort(),
	).toEqual(['@example', '@marcbachmann', 're2js', 'typescript', 'yaml']);
	const types = project.add('types.ts');
	for (const resolution of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }]) {
		const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true, skipLibCheck: false };
		const compilerOptions = { ...strict, ...resolution, target: 'es2022', noEmit: true, types: [] };
		execFileSync('cp', [types, folder]);
		writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
		execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'], { cwd: folder, stdio: 'inherit' });
	}
	writeFileSync(
		join(folder, 'run.js'),
		`import { Client } from '${packageName}'; import { connect } from '${packageName}/node'; console.log(typeof Client, typeof connect);`,
	);
	expect(await run(join(folder, 'run.js'), {})).toBe('function function\n');
});

it('installs from its folder as in the guide, with its dependencies', async () => {
	const folder = join(scratch.path, 'beside');
	mkdirSync(folder);
	writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
	const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
	npm('install', '--no-audit', '--no-fund', '--silent', `./${npm('pack', '--silent', '../made')}`);
	// A repeated install changes nothing.
	npm('install', '--no-audit', '--no-fund', '--silent');
	expect(lstatSync(join(folder, 'node_modules', packageName)).isSymbolicLink()).toBe(false);
	writeFileSync(
		join(folder, 'run.js'),
		`import { validateSweep } from '${packageName}/jobs/v1/validation'; import { connect } from '${packageName}/node'; console.log(typeof validateSweep, typeof connect);`,
	);
	expect(await run(join(folder, 'run.js'), {})).toBe('function function\n');
});
