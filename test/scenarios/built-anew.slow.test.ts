/**
 * Tests a server whose folder is rebuilt while it runs: it continues with the build that it started from, including modules not loaded yet.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expecting } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let server: ServerProcess;
const expectStatus = expecting(() => server);

const group = `
group: example.com
versions: [v1]
description: Things of the example.
`;

/** Builds a server of a kind whose only field has this name. */
function build(field: string): void {
	writeFileSync(
		join(folder, 'specs/example/widget.yaml'),
		`
kind: Widget
names: {plural: widgets}
scope: Namespaced
description: A thing.
versions: [{name: v1, storage: true}]
schema:
  type: object
  properties:
    spec: {type: object, description: What it is., properties: {${field}: {type: string, description: What it says.}}}
`,
	);
	execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), 'build', '--specs', join(folder, 'specs'), '--out', join(folder, 'built')], {
		stdio: ['ignore', 'ignore', 'inherit'],
	});
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-built-anew-'));
	mkdirSync(join(folder, 'specs/example'), { recursive: true });
	writeFileSync(join(folder, 'specs/example/group.yaml'), group);
	build('before');
	server = await startServer(join(folder, 'built'));
	build('between');
	build('after');
});
afterAll(async () => {
	await server?.remove();
	rmSync(folder, { recursive: true, force: true });
});

/** Returns the fields that a document names. */
async function fields(path: string): Promise<readonly string[]> {
	const { status, text } = await server.call('GET', path, undefined, { accept: 'application/json' });
	expect([path, status]).toEqual([path, 200]);
	return ['before', 'between', 'after'].filter((field) => text.includes(`"${field}":`));
}

it('describes its served kinds', async () => {
	for (const path of ['/openapi/v3/apis/example.com/v1', '/openapi/v2']) expect(await fields(path)).toEqual(['before']);
	expect((await server.call('GET', '/metrics')).status).toBe(200);
});

it('handles large requests in a thread that starts on demand, with the same specs', async () => {
	const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'large' }, spec: { before: 'x'.repeat(1_000_000) } };
	const made = await expectStatus(201, 'POST', '/apis/example.com/v1/namespaces/default/widgets?fieldValidation=Strict', widget);
	expect(made.spec.before.length).toBe(1_000_000);
	expect(server.log()).toBe('');
});

it('is the new build after a restart on the same data', async () => {
	await server.stop();
	server = await startServer(join(folder, 'built'), { dataDir: server.dataDir });
	expect(await fields('/openapi/v3/apis/example.com/v1')).toEqual(['after']);
});

it('keeps a bounded number of builds', () => {
	const builds = () => readdirSync(join(folder, 'built/builds')).length;
	for (const field of ['fourth', 'fifth', 'sixth']) build(field);
	expect(builds()).toBe(4);
});
