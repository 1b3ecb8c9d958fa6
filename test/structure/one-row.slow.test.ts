/**
 * Adding an authenticator, authorizer, admission plugin, controller, store or verb takes one file and one row; a query option takes one row
 * (DESIGN section 7). The test does this in a copy of the project, which then type-checks, builds, and serves with each of them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting, type Loose } from '../setup/loose.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';
import { addedParts, withRow } from './added-rows.ts';

const root = resolve(import.meta.dirname, '../..');
/** Files of the project that a build needs. */
const copied = ['package.json', 'tsconfig.json', 'biome.json', 'bin', 'generator', 'runtime', 'specs', 'templates', 'generated', 'sdk'];

let folder: string;
let server: ServerProcess;
const expectAnswer = expecting(() => server);

function run(program: string, ...args: readonly string[]): void {
	execFileSync(process.execPath, [join(folder, program), ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'orch-one-row-'));
	for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	for (const part of addedParts) {
		if (part.file !== undefined) writeFileSync(join(folder, part.file.path), part.file.text, { flag: 'wx' });
		writeFileSync(join(folder, part.row.path), withRow(folder, part));
	}
	run('bin/orch.mjs', 'generate');
	run('bin/orch.mjs', 'build', '--vocabulary', 'kubernetes', '--out', join(folder, 'built'));
	server = await startServer(join(folder, 'built'), { flags: ['--datastore', 'fleeting:', '--authorization-mode', 'Describers'] });
	await expectAnswer(201, 'POST', configMaps, { metadata: { name: 'mine' } });
}, 240_000);
afterAll(async () => {
	await server?.remove();
	rmSync(folder, { recursive: true, force: true });
});

const configMaps = '/api/v1/namespaces/default/configmaps';
const mine = `${configMaps}/mine`;

function as(user: string | undefined, method: string, path: string): Promise<Answer> {
	return call(server.url, { ca: server.credentials.ca }, method, path, undefined, user === undefined ? {} : { 'x-named': user });
}

it('type-checks', () => {
	run('node_modules/typescript/bin/tsc', '-p', folder);
}, 240_000);

it('a kind that only a hook can answer is refused without one', () => {
	const path = join(folder, 'specs/core/weighing.yaml');
	const spec =
		'kind: Weighing\nnames: { plural: weighings }\nscope: Cluster\nstored: false\nverbs: [create]\nversions: [{ name: v1, storage: true }]\nschema: { type: object }\n';
	writeFileSync(path, spec, { flag: 'wx' });
	try {
		const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/orch.mjs'), 'check'], { cwd: folder, encoding: 'utf8' });
		expect(stderr).toContain(
			"specs/core/weighing.yaml:4:1: error: the creation of a Weighing is answered by a hook, and runtime/kinds/index.ts has no row of Weighing: in runtime/kinds/weighing.ts, write computes: { '': (request) => ... }",
		);
		expect(status).toBe(1);
	} finally {
		rmSync(path);
	}
}, 60_000);

describe('a verb', () => {
	it('is routed to', async () => {
		const { status, text } = await server.call('OPTIONS', mine);
		expect([status, text]).toEqual([200, 'a ConfigMap called mine']);
		expect((await server.call('OPTIONS', `${configMaps}/none`)).status).toBe(404);
		expect((await server.call('OPTIONS', configMaps)).status).toBe(405);
	});

	it('is not there for kinds that do not list it', async () => {
		const { status } = await server.call('OPTIONS', '/api/v1/namespaces/default');
		expect(status).toBe(405);
	});

	it('is in discovery', async () => {
		const { resources } = await expectAnswer(200, 'GET', '/api/v1');
		const verbs = (name: string): string[] => resources.find((each: Loose) => each.name === name).verbs;
		expect(verbs('configmaps')).toContain('describe');
		expect(verbs('namespaces')).not.toContain('describe');
		expect(verbs('pods/status')).toEqual(['get', 'patch', 'update']);
	});

	it.each(['/openapi/v2', '/openapi/v3/api/v1'])('is in %s', async (document) => {
		const { paths } = await expectAnswer(200, 'GET', document, undefined, { accept: 'application/json' });
		const operation = paths['/api/v1/namespaces/{namespace}/configmaps/{name}'].options;
		expect(operation).toMatchObject({
			operationId: 'describeCoreV1NamespacedConfigMap',
			description: 'Describes the ConfigMap of that name.',
			'x-kubernetes-action': 'describe',
		});
		expect(operation.parameters.map(({ name }: Loose) => name)).toContain('times');
	});

	it('is passed to authorization', async () => {
		const { status, text } = await as('somebody', 'OPTIONS', mine);
		expect(status).toBe(403);
		expect(text).toContain('User \\"somebody\\" cannot describe resource \\"configmaps\\"');
	});

	it('is counted', async () => {
		const { text } = await server.call('GET', '/metrics');
		expect(text).toMatch(/^apiserver_request_total\{(?=[^}]*verb="DESCRIBE")(?=[^}]*resource="configmaps")(?=[^}]*code="200")[^}]*\} [1-9]/m);
	});
});

describe('a verb of one object whose method has a verb of collections', () => {
	it('is routed, without affecting that of collections and subresources', async () => {
		const { status, text } = await server.call('POST', mine, '12345');
		expect([status, text]).toEqual([200, 'rehearsed 5 bytes']);
		expect((await server.call('POST', `${configMaps}/none/parts`)).status).toBe(404);
		const verbIn = async (method: string, path: string) => /cannot (\w+) resource/.exec((await as('somebody', method, path)).text)?.[1];
		expect(await verbIn('POST', mine)).toBe('rehearse');
		expect(await verbIn('POST', configMaps)).toBe('create');
		expect(await verbIn('POST', `${mine}/parts`)).toBe('create');
		expect(await verbIn('OPTIONS', mine)).toBe('describe');
	});

	it('is documented next to it', async () => {
		const { paths } = await expectAnswer(200, 'GET', '/openapi/v2', undefined, { accept: 'application/json' });
		expect(paths['/api/v1/namespaces/{namespace}/configmaps/{name}'].post.operationId).toBe('rehearseCoreV1NamespacedConfigMap');
		expect(paths['/api/v1/namespaces/{namespace}/configmaps'].post.operationId).toBe('createCoreV1NamespacedConfigMap');
	});
});

describe('a verb in the place of list', () => {
	it.each([`${configMaps}?tally=true`, '/api/v1/tally/namespaces/default/configmaps'])('is asked for by %s', async (path) => {
		const { status, text } = await server.call('GET', path);
		expect([status, text]).toEqual([200, 'a tally of configmaps']);
	});

	it('does not change lists and watches', async () => {
		expect((await expectAnswer(200, 'GET', `${configMaps}?tally=false`)).kind).toBe('ConfigMapList');
		expect((await firstEvent(`${configMaps}?watch=true`)).type).toBe('ADDED');
		expect((await server.call('GET', '/api/v1/configmaps?tally=true')).status).toBe(405);
	});

	it('is documented under its word alone', async () => {
		const { paths } = await expectAnswer(200, 'GET', '/openapi/v2', undefined, { accept: 'application/json' });
		expect(paths['/api/v1/tally/namespaces/{namespace}/configmaps'].get.operationId).toBe('tallyCoreV1NamespacedConfigMapList');
		expect(paths['/api/v1/namespaces/{namespace}/configmaps'].get.operationId).toBe('listCoreV1NamespacedConfigMap');
		expect(Object.keys(paths).filter((path) => path.includes('/tally/') && path.endsWith('/configmaps/{name}'))).toEqual([]);
	});
});

it('a query option is decoded and refused by its type', async () => {
	expect((await server.call('OPTIONS', `${mine}?times=2`)).text).toBe('a ConfigMap called mine, a ConfigMap called mine');
	const refused = await server.call('OPTIONS', `${mine}?times=often`);
	expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('often')]);
});

it('an added authenticator and authorizer take effect', async () => {
	expect((await as('describer', 'OPTIONS', mine)).status).toBe(200);
	expect((await as('describer', 'GET', mine)).status).toBe(403);
	expect((await as(undefined, 'OPTIONS', mine)).text).toContain('system:anonymous');
});

it('an added admission plugin changes created objects', async () => {
	const { metadata } = await expectAnswer(200, 'GET', mine);
	expect(metadata.annotations).toEqual({ stamped: 'yes' });
});

it('a controller makes its objects', async () => {
	const event = await firstEvent(`${configMaps}?watch=true&fieldSelector=metadata.name%3Dgreeting`);
	expect(event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'greeting' }, data: { hello: 'world' } } });
});

it('the help shows the rows', () => {
	const help = execFileSync(process.execPath, [join(folder, 'built/server.mjs'), '--help'], { encoding: 'utf8' });
	expect(help).toContain('Storage for objects: sqlite:PATH, postgresql://USER@HOST:PORT/DATABASE, memory:, fleeting:. Default: sqlite:DATA-DIR/orch.db.');
	expect(help).toMatch(/\n {4,}greeter: greets in every namespace\n/);
	expect(help).toMatch(/Admission plugins to enable in addition to the default ones\. All plugins: .*\bStamp, NamespaceLifecycle, /);
});

it('a store keeps the objects', async () => {
	const { metadata } = await expectAnswer(200, 'GET', configMaps);
	// The embedded store starts at another revision.
	expect(Number(metadata.resourceVersion)).toBeGreaterThan(100);
	await expect(startServer(join(folder, 'built'), { flags: ['--datastore', 'none:'] })).rejects.toThrow(
		'is not supported: expected sqlite:PATH, postgresql://USER@HOST:PORT/DATABASE, memory:, fleeting:',
	);
});

/** Returns the first event of a watch, then closes the watch. */
function firstEvent(path: string): Promise<Loose> {
	return new Promise((resolve, reject) => {
		const outgoing = request({ ...server.credentials, host: '127.0.0.1', port: server.port, path, agent: false }, (response) => {
			let text = '';
			response.on('data', (chunk: Buffer) => {
				text += chunk;
				const end = text.indexOf('\n');
				if (end < 0) return;
				resolve(JSON.parse(text.slice(0, end)));
				outgoing.destroy();
			});
		});
		outgoing.on('error', reject);
		outgoing.end();
	});
}
