/**
 * Tests the path of a new user, from an empty folder and the packed command line. The user makes a kind, a mistake, a second version and a
 * breaking change. A client package is generated, and a program with it runs while the server restarts. Each step continues from the state
 * that the previous one left.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Registry, startRegistry } from '../clients/sdk/registry.ts';
import { type RunningDev, startDev } from '../generator/command/dev/running.ts';
import { installPackedCli, type PackedCli } from '../setup/packed-cli.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { slowness } from '../setup/slowness.ts';
import { talk } from '../setup/talk.ts';

const scope = '@acme';
const specs = ['--specs', 'specs'];
const backups = (version: string, name = '') => `/apis/backup.example.com/${version}/namespaces/default/backups${name && `/${name}`}`;

let folder: string;
let cli: PackedCli;
let dev: RunningDev | undefined;
let server: ServerProcess | undefined;
let registry: Registry | undefined;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'orch-journey-'));
	cli = await installPackedCli(folder);
}, 300_000);
afterAll(async () => {
	await dev?.stop();
	await server?.stop();
	await registry?.stop();
	await rm(folder, { recursive: true, force: true });
});

const running = (): RunningDev => {
	if (dev === undefined) throw new Error('orch dev does not run');
	return dev;
};

async function edit(file: string, ...replacements: readonly (readonly [string, string])[]): Promise<void> {
	const path = join(folder, 'specs/backup', file);
	let text = await readFile(path, 'utf8');
	for (const [from, to] of replacements) {
		expect(text).toContain(from);
		text = text.replace(from, to);
	}
	await writeFile(path, text);
}

const asJson = ({ body }: { readonly body: string }): { readonly [member: string]: unknown } => JSON.parse(body);

const secondVersion = `version: v2
types:
  Backup:
    description: What is to be kept, and where.
    type: object
    required: [spec]
    properties:
      spec: {$ref: types#/BackupSpec, protobuf: 2, description: Desired state.}
      status: {$ref: types#/BackupStatus, protobuf: 3, description: Observed state.}
  BackupSpec:
    description: Desired state.
    type: object
    required: [target]
    properties:
      copies: {type: integer, protobuf: 1, minimum: 0, default: 1, description: How many are kept.}
      target: {type: string, protobuf: 2, description: Where they are kept.}
  BackupStatus:
    description: Observed state.
    type: object
    properties:
      observedGeneration: {type: integer, format: int64, protobuf: 1, description: Generation that the status describes.}
`;

/** Types of the first version while the second is stored. */
const firstVersion = `version: v1
types:
  Backup:
    description: Purpose of a Backup, in one sentence.
    type: object
    required: [spec]
    properties:
      spec: {$ref: types#/BackupSpec, protobuf: 2, description: Desired state.}
      status: {$ref: types#/BackupStatus, protobuf: 3, description: Observed state.}
  BackupSpec:
    description: Desired state.
    type: object
    properties:
      size: {type: integer, protobuf: 1, minimum: 1, default: 1, description: Desired size.}
      target: {type: string, description: Where they are kept.}
  BackupStatus:
    description: Observed state.
    type: object
    properties:
      observedGeneration: {type: integer, format: int64, protobuf: 1, description: Generation that the status describes.}
`;

/** Returns the spec of both versions with the second stored instead of the first. */
function storedInSecond(text: string): string {
	const versions =
		'  - name: v1\n    schema: {$ref: types#/v1.Backup}\n    converts:\n      - {here: spec.size, storage: spec.copies}\n      - {storage: spec.target, whenAbsent: cellar}\n  - {name: v2, storage: true}\n';
	return text
		.replace(/(?<=versions:\n)[\s\S]*?(?=subresources:)/, versions)
		.replace('self.spec.size', 'self.spec.copies')
		.replace('spec: {size: 2}', 'spec: {copies: 2, target: attic}')
		.replace(/schema:\n {2}type[\s\S]*?(?=examples:)/, 'schema: {$ref: types#/v2.Backup}\n');
}

function withoutFirst(text: string): string {
	return text.replace(/ {2}- name: v1\n[\s\S]*?(?= {2}- \{name: v2)/, '');
}

/** Breaking changes that removing the first version causes. */
const accepts = [
	'backups.backup.example.com version backup.example.com/v1 removed',
	'backups.backup.example.com version backup.example.com/v1 stored',
	'backups.backup.example.com preferred',
	'group backup.example.com preferred',
];

const program = `import { once } from 'node:events';
import { Backup } from '@acme/backups/backup/v2';
import { connect } from '@acme/backups/node';

const client = await connect({ retries: { attempts: 50 } });
const ending = new AbortController();
const informer = client.resource(Backup).informer({ indexes: { byTarget: ({ spec }) => [spec.target] } });
informer.handle({
	added: ({ metadata, spec }) => console.log(\`added \${metadata.name} \${spec.copies} \${spec.target}\`),
	updated: ({ metadata, spec }) => console.log(\`updated \${metadata.name} \${spec.copies} \${spec.target}\`),
});
await informer.start({ signal: ending.signal });
console.log('ready');
process.stdin.resume();
await once(process.stdin, 'end');
console.log(\`at the attic: \${informer.by('byTarget', 'attic').map(({ metadata }) => metadata.name).join(' ')}\`);
ending.abort();
`;

describe('a new user', { timeout: 600_000 }, () => {
	it('has a kind of their own in less than a minute', async () => {
		const startedAtMs = performance.now();
		await cli.orch('new', 'kind', 'Backup', '--group', 'backup.example.com', ...specs);
		dev = startDev({ folder, args: specs, command: cli.command, env: cli.env });
		await dev.until(/Serving .*\nWatching .*specs; Ctrl-C stops\n/);
		const body = { apiVersion: 'backup.example.com/v1', kind: 'Backup', metadata: { name: 'first' }, spec: { size: 2 } };
		expect((await dev.ask('POST', backups('v1'), body)).status).toBe(201);
		const tookMs = performance.now() - startedAtMs;
		console.info(`a kind of one's own, from nothing to its first object: ${(tookMs / 1000).toFixed(1)} s`);
		expect(tookMs).toBeLessThan(60_000 * slowness());
	});

	it('sees an error at its position, and continues with the last valid state', async () => {
		await edit('backup.yaml', ['minimum: 0', 'minimun: 0']);
		expect(await running().until(/unknown keyword "minimun".*\n/)).toMatch(/specs\/backup\/backup\.yaml:\d+:\d+: error: unknown/);
		expect((await running().ask('GET', backups('v1', 'first'))).status).toBe(200);
		await edit('backup.yaml', ['minimun: 0', 'minimum: 1']);
		await running().until(/served again in .*Backup changed\n/);
		const { status, body } = await running().ask('POST', backups('v1'), { metadata: { name: 'none' }, spec: { size: 0 } });
		expect([status, asJson({ body }).message]).toEqual([422, expect.stringContaining('spec.size: Invalid value: 0: must be greater than or equal to 1')]);
	});

	it('locks the API and sees incompatible changes', async () => {
		await cli.orch('lock', ...specs);
		await edit('backup.yaml', ['        size: {', '        copies: {'], ['self.spec.size', 'self.spec.copies'], ['spec: {size: 2}', 'spec: {copies: 2}']);
		const { code, stdout } = await cli.tried('diff', ...specs);
		expect([code, stdout]).toEqual([2, expect.stringContaining('breaks rule 1: backup/v1.BackupSpec.size is called copies')]);
		expect((await cli.tried('check', ...specs)).code).toBe(1);
		await edit('backup.yaml', ['        copies: {', '        size: {'], ['self.spec.copies', 'self.spec.size'], ['spec: {copies: 2}', 'spec: {size: 2}']);
		expect(await cli.tried('diff', ...specs)).toMatchObject({ code: 0 });
	});

	it('adds a second version with a renamed and a new required field', async () => {
		const second =
			'  - {name: v1, storage: true}\n  - name: v2\n    schema: {$ref: types#/v2.Backup}\n    converts:\n      - {here: spec.copies, storage: spec.size}\n';
		await mkdir(join(folder, 'specs/backup/types'));
		await writeFile(join(folder, 'specs/backup/types/v2.yaml'), secondVersion);
		await edit('backup.yaml', ['  - {name: v1, storage: true}\n', second]);
		await edit('group.yaml', ['[v1]', '[v1, v2]']);
		const { code, stderr } = await cli.tried('check', ...specs);
		expect([code, stderr]).toEqual([1, expect.stringContaining('spec.target has no counterpart in the storage version: name its target under "converts"')]);
		await edit('backup.yaml', ['    status:\n', '        target: {type: string, description: Where they are kept.}\n    status:\n']);
		const required = await cli.tried('check', ...specs);
		expect([required.code, required.stderr]).toEqual([1, expect.stringContaining('add {here: spec.target, whenAbsent: ...} under "converts"')]);
		await edit('backup.yaml', ['storage: spec.size}\n', 'storage: spec.size}\n      - {here: spec.target, whenAbsent: cellar}\n']);
		await expect.poll(async () => (await running().ask('GET', backups('v2'))).status, { timeout: 60_000 }).toBe(200);

		const refused = await running().ask('POST', backups('v2'), { metadata: { name: 'second' }, spec: { copies: 3 } });
		expect([refused.status, asJson(refused).message]).toEqual([422, expect.stringContaining('spec.target: Required value')]);
		expect((await running().ask('POST', backups('v2'), { metadata: { name: 'second' }, spec: { copies: 3, target: 'attic' } })).status).toBe(201);
		expect(asJson(await running().ask('GET', backups('v1', 'second')))).toMatchObject({
			apiVersion: 'backup.example.com/v1',
			spec: { size: 3, target: 'attic' },
		});
		expect(asJson(await running().ask('GET', backups('v2', 'first')))).toMatchObject({
			apiVersion: 'backup.example.com/v2',
			spec: { copies: 2, target: 'cellar' },
		});
	});

	it('checks the effect of a stricter rule on stored objects, before it is served', async () => {
		await edit('backup.yaml', ['minimum: 1', 'minimum: 1, maximum: 2']);
		const url = /https:\/\/[0-9.]+:\d+/.exec(running().said())?.[0] ?? '';
		for (const place of [['data'], [url, '--kubeconfig', 'data/kubeconfig']]) {
			const { code, stdout } = await cli.tried('diff', ...specs, '--objects', ...place);
			expect([code, stdout]).toEqual([
				2,
				expect.stringMatching(/: invalid: spec\.size: Invalid value: must be less than or equal to 2\n.*\n {6}1 object: default\/second\n/),
			]);
		}
		await edit('backup.yaml', ['minimum: 1, maximum: 2', 'minimum: 1']);
		expect(await cli.tried('diff', ...specs, '--objects', 'data')).toMatchObject({ code: 0 });
	});

	it('moves storage to the second version and removes the first, with advice at each early step', async () => {
		expect(await running().stop()).toBe(0);
		dev = undefined;
		const path = join(folder, 'specs/backup/backup.yaml');
		const withBoth = await readFile(path, 'utf8');
		const lock = join(folder, 'specs/api.lock.yaml');
		const lockOfFirst = await readFile(lock, 'utf8');
		const stored = storedInSecond(withBoth);

		// The spec stores the second version although no release has served both.
		await writeFile(path, stored);
		await writeFile(join(folder, 'specs/backup/types/v1.yaml'), firstVersion);
		const tooEarly = await cli.tried('check', ...specs);
		expect([tooEarly.code, tooEarly.stderr]).toEqual([
			1,
			expect.stringMatching(/breaks rule 5 .*: release backup\.example\.com\/v2 in addition first \(and lock that\)/),
		]);
		await writeFile(path, withBoth);
		await rm(join(folder, 'specs/backup/types/v1.yaml'));
		await cli.orch('lock', ...specs);
		await writeFile(path, stored);
		await writeFile(join(folder, 'specs/backup/types/v1.yaml'), firstVersion);
		await cli.orch('lock', ...specs);

		// The first version goes, in which objects may be stored; `storage-migration.slow.test.ts` runs the servers of these steps.
		const dropped = withoutFirst(stored);
		await writeFile(path, dropped);
		await rm(join(folder, 'specs/backup/types/v1.yaml'));
		await edit('group.yaml', ['[v1, v2]', '[v2]']);
		const locked = await cli.tried('check', ...specs);
		expect([locked.code, locked.stderr]).toEqual([
			1,
			expect.stringContaining('has been stored: objects in it could not be read any more, which breaks rule 4 of the deprecation policy'),
		]);
		expect(locked.stderr).toContain('accept the break once no store has such objects (orch storage status)');
		await writeFile(path, `${dropped}accepted:\n${accepts.map((what) => `  ${what}: All objects have been migrated.\n`).join('')}`);
		await cli.orch('check', ...specs);

		// The rest of the journey continues with both versions.
		await writeFile(path, withBoth);
		await writeFile(lock, lockOfFirst);
		await edit('group.yaml', ['[v2]', '[v1, v2]']);
	});

	it('publishes a client package, and watches with it while the server restarts', async () => {
		await cli.orch('sdk', 'typescript', ...specs, '--kinds', 'backup.example.com', '--name', `${scope}/backups`, '--out', 'client');
		registry = await startRegistry(join(folder, 'registry'), scope);
		const publish = ['sdk', 'publish', 'client', '--registry', registry.url];
		expect((await cli.orch(...publish, '--dry-run')).stdout).toContain('@acme/backups 0.1.0 would be published');
		await promisify(execFile)(cli.command[0] ?? '', [...cli.command.slice(1), ...publish], {
			cwd: folder,
			env: { ...cli.env, npm_config_userconfig: registry.npmrc },
		});
		const user = join(folder, 'user');
		await mkdir(user);
		await writeFile(join(user, 'package.json'), '{"private": true, "type": "module"}\n');
		await writeFile(join(user, '.npmrc'), `${scope}:registry=${registry.url}\n`);
		await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', `${scope}/backups`], { cwd: user, env: cli.env });
		await writeFile(join(user, 'program.ts'), program);

		await cli.orch('build', ...specs, '--out', 'built');
		const built = join(folder, 'built');
		const dataDir = join(folder, 'data');
		server = await startServer(built, { dataDir });
		const home = ['--secure-port', String(server.port)];
		const child = spawn(process.execPath, ['program.ts'], {
			cwd: user,
			env: { ...cli.env, KUBECONFIG: server.kubeconfig },
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		const { hears, end } = talk(child);
		await hears('added first 2 cellar', 'added second 3 attic', 'ready');
		await server.kill();
		server = await startServer(built, { dataDir, flags: home });
		const third = { metadata: { name: 'third' }, spec: { copies: 1, target: 'attic' } };
		expect((await server.call('POST', backups('v2'), third)).status).toBe(201);
		await hears('added third 1 attic');
		end();
		await hears('at the attic: second third');
		if (child.exitCode === null) await once(child, 'exit');
		expect(child.exitCode).toBe(0);
	});
});
