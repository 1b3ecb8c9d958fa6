/**
 * The guide from v1alpha1 to v1, step by step. Its files are written and its commands run. Its server is built and started on the data of
 * the step before. Programs of all versions work until their version is removed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../generator/command/spec-roots.ts';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const page = readFileSync(join(projectRoot, 'docs/guide/three-releases.md'), 'utf8');
const steps = page.split(/^## \d+\. /m).slice(1);
const orch = join(projectRoot, 'bin/orch.mjs');

let scratch: Scratch;
beforeAll(() => {
	scratch = makeScratch();
});
afterAll(() => scratch.remove());

/** Runs a command of the guide and returns its exit code and its whole output. */
function run(line: string): { readonly code: number | null; readonly output: string } {
	const [program, name, ...words] = line.split(' ');
	expect([program, name]).toEqual(['npx', 'orch']);
	const { status, stdout, stderr } = spawnSync(process.execPath, [orch, ...words], {
		cwd: scratch.path,
		encoding: 'utf8',
		env: { ...process.env, NO_COLOR: '1' },
	});
	return { code: status, output: stdout + stderr };
}

/** Does what a step says. A block after commands is in the output of the last one. */
function follow(step: string): void {
	let output = '';
	const blocks = [...step.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({ kind, text }));
	for (const [index, { kind, text }] of blocks.entries()) {
		if (kind === 'yaml') {
			const [, path = ''] = /^# (\S+)\n/.exec(text) ?? [];
			mkdirSync(dirname(join(scratch.path, path)), { recursive: true });
			writeFileSync(join(scratch.path, path), text);
		} else if (kind === 'sh') {
			const said = blocks[index + 1]?.kind === '' ? (blocks[index + 1]?.text ?? '') : '';
			const lines = text.trim().split('\n');
			for (const [at, line] of lines.entries()) {
				const result = run(line);
				const isRefused = at === lines.length - 1 && said !== '' && !said.includes('0 breaking');
				const isDiff = line.includes(' diff ');
				expect([line, isDiff ? 'compared' : result.code, isDiff || isRefused ? '' : result.output]).toEqual([
					line,
					isDiff ? 'compared' : isRefused ? 1 : 0,
					isDiff || isRefused ? '' : result.output,
				]);
				output = result.output;
			}
		} else for (const line of text.trim().split('\n')) expect(output).toContain(line);
	}
}

type Version = 'v1alpha1' | 'v1beta1' | 'v1';
const at = (version: Version, name = ''): string => `/apis/mirrors.example.com/${version}/namespaces/default/mirrors${name && `/${name}`}`;
const specs: Readonly<Record<Version, object>> = {
	v1alpha1: { team: 'a', address: 'h:1' },
	v1beta1: { owner: 'a', host: 'h', port: 1 },
	v1: { owner: 'a', host: 'h', port: 1, region: 'r' },
};
const merge = { 'content-type': 'application/merge-patch+json' };

/** Works as a program of one version does: it makes an object, changes every object that it sees, and reads them again. */
async function work(server: ServerProcess, version: Version, release: number): Promise<void> {
	const made = await server.call('POST', at(version), { metadata: { name: `${version}-${release}` }, spec: specs[version] });
	expect([version, made.status, made.text]).toEqual([version, 201, expect.anything()]);
	const { items } = (await server.call('GET', at(version))).json() as { readonly items: readonly { readonly metadata: { readonly name: string } }[] };
	expect(items.length).toBeGreaterThanOrEqual(release);
	for (const { metadata } of items) {
		const patched = await server.call('PATCH', at(version, metadata.name), { metadata: { labels: { [version]: String(release) } } }, merge);
		expect([version, metadata.name, patched.status, patched.text]).toEqual([version, metadata.name, 200, expect.anything()]);
		const read = (await server.call('GET', at(version, metadata.name))).json() as { readonly metadata: object };
		const put = await server.call('PUT', at(version, metadata.name), read);
		expect([version, metadata.name, put.status, put.text]).toEqual([version, metadata.name, 200, expect.anything()]);
	}
}

describe('each step of the guide', () => {
	const served: readonly (readonly Version[])[] = [
		['v1alpha1'],
		['v1alpha1', 'v1beta1'],
		['v1alpha1', 'v1beta1'],
		['v1alpha1', 'v1beta1', 'v1'],
		['v1alpha1', 'v1beta1', 'v1'],
		['v1beta1', 'v1'],
	];

	it('has its programs', () => expect(steps).toHaveLength(served.length));

	it.each(served.map((versions, index) => [index + 1, versions] as const))(
		'%i works for programs of %j',
		async (release, versions) => {
			follow(steps[release - 1] ?? '');
			const built = join(scratch.path, `built-${release}`);
			const build = spawnSync(process.execPath, [orch, 'build', '--quiet', '--specs', 'my-specs', '--out', built], { cwd: scratch.path, encoding: 'utf8' });
			expect([build.status, build.stderr]).toEqual([0, '']);
			const server = await startServer(built, { dataDir: join(scratch.path, 'data') });
			try {
				for (const version of versions) await work(server, version, release);
				if (!versions.includes('v1alpha1')) expect((await server.call('GET', at('v1alpha1'))).status).toBe(404);
				if (versions.includes('v1')) {
					const { spec } = (await server.call('GET', at('v1', 'v1alpha1-1'))).json() as { readonly spec: object };
					expect(spec).toEqual({ owner: 'a', host: 'h', port: 1, region: 'anywhere' });
					const refused = await server.call('POST', at('v1'), { metadata: { name: 'none' }, spec: specs.v1beta1 });
					expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('spec.region: Required value')]);
				}
			} finally {
				await server.stop();
			}
		},
		300_000,
	);
});
