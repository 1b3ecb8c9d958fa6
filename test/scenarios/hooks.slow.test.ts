/** Tests a user's spec root with a hook file: scaffolded, checked, bundled, and run by the built server. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const orchCommand = resolve(import.meta.dirname, '../../bin/orch.mjs');

let folder: string;
let server: ServerProcess | undefined;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'orch-hooks-'));
});
afterAll(async () => {
	await server?.remove();
	rmSync(folder, { recursive: true, force: true });
});

function orch(...args: string[]): { code: number | null; out: string; err: string } {
	const { status, stdout, stderr } = spawnSync(process.execPath, [orchCommand, ...args], { cwd: folder, encoding: 'utf8' });
	return { code: status, out: stdout, err: stderr };
}

const hookFile = (): string => join(folder, 'mine/hooks/backup.ts');

const hooks = `/** Backup: what its spec cannot say. */
import { type Hooks, invalidValue } from './orch/hook.ts';
import type { BackupSpec } from './orch/generated/types/backup/v1.ts';
import { unlucky } from './numbers/unlucky.ts';

export const hooks: Hooks['backup/backups'] = {
	prepareForCreate(backup) {
		backup.spec.size ??= 2;
		if (backup.metadata?.name === 'thrown') throw new Error('a bug of the hook');
		if (backup.metadata?.name === 'later') Object.assign(backup.spec, { size: Promise.resolve(2) });
	},
	validate: ({ spec }) => (bringsBadLuck(spec) ? [invalidValue('spec.size', spec.size, 'brings bad luck')] : []),
	cells: ({ spec }) => ({ Size: '#'.repeat(spec.size ?? 0) }),
};

function bringsBadLuck({ size }: BackupSpec): boolean {
	return size === unlucky;
}
`;

const expectStatus = expecting(() => {
	if (server === undefined) throw new Error('the server has not been started');
	return server;
});

describe('a hook file of a spec root', { timeout: 120_000 }, () => {
	it('is written with a new kind and has its types', () => {
		expect(orch('new', 'kind', 'Backup', '--group', 'backup.example.com', '--specs', 'mine', '--hook')).toEqual({
			code: 0,
			err: '',
			out: expect.stringMatching(/^wrote mine\/backup\/backup\.yaml and mine\/hooks\/backup\.ts\nnext: /),
		});
		expect(readFileSync(hookFile(), 'utf8')).toContain("export const hooks: Hooks['backup/backups'] = {\n\t/** Returns violations");
		expect(readFileSync(join(folder, 'mine/hooks/orch/generated/types/backup/v1.ts'), 'utf8')).toContain('export interface Backup ');
		expect(orch('check', '--specs', 'mine')).toEqual({ code: 0, err: '', out: expect.stringContaining('no errors') });
	});

	it('is checked like a spec, and a build refuses a bad one', () => {
		writeFileSync(hookFile(), hooks.replace('size === unlucky', 'size === unlucky || false').replace('{ size }', '{ sise }'));
		const said = `mine/hooks/backup.ts:16:26: error: BackupSpec has no field "sise": did you mean "size"?
  16 | function bringsBadLuck({ sise }: BackupSpec): boolean {
     |                          ^^^^`;
		const checked = orch('check', '--specs', 'mine');
		expect(checked.code).toBe(1);
		expect(checked.err).toContain(said);
		const built = orch('build', '--specs', 'mine', '--out', 'built');
		expect(built.code).toBe(1);
		expect(built.err).toContain(said);
	});

	it('runs in the built server', async () => {
		mkdirSync(join(folder, 'mine/hooks/numbers'));
		writeFileSync(join(folder, 'mine/hooks/numbers/unlucky.ts'), 'export const unlucky = 13;\n');
		writeFileSync(hookFile(), hooks);
		const spec = join(folder, 'mine/backup/backup.yaml');
		writeFileSync(spec, readFileSync(spec, 'utf8').replace('type: integer, value: self.spec.size', 'type: string, computed: true'));
		expect(orch('build', '--specs', 'mine', '--out', 'built')).toEqual({ code: 0, err: '', out: expect.stringContaining(' in built; ') });
		server = await startServer(join(folder, 'built'), { flags: ['--audit-log-path', join(folder, 'audit.log')] });
		const collection = '/apis/backup.example.com/v1/namespaces/default/backups';
		const backup = (name: string, size: number) => ({ apiVersion: 'backup.example.com/v1', kind: 'Backup', metadata: { name }, spec: { size } });
		const refused = await expectStatus(422, 'POST', collection, backup('unlucky', 13));
		expect(refused.details.causes).toEqual([{ reason: 'FieldValueInvalid', field: 'spec.size', message: 'Invalid value: 13: brings bad luck' }]);
		await expectStatus(201, 'POST', collection, backup('small', 3));
		const table = await expectStatus(200, 'GET', collection, undefined, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(table.rows[0].cells.slice(0, 2)).toEqual(['small', '###']);
	});

	it('reports failures that prevent a write', async () => {
		const { log } = server ?? { log: () => '' };
		await expectStatus(500, 'POST', '/apis/backup.example.com/v1/namespaces/default/backups', { metadata: { name: 'later' }, spec: {} });
		await expect.poll(log).toContain('the hook \\"prepareForCreate\\" of backups.backup.example.com gives a Promise at spec.size');
	});

	it('that throws is audited as a panic and affects no other request', async () => {
		const path = '/apis/backup.example.com/v1/namespaces/default/backups';
		const answer = await (server as ServerProcess).call('POST', path, { metadata: { name: 'thrown' }, spec: {} });
		expect([answer.status, answer.json()]).toMatchObject([500, { kind: 'Status', reason: 'InternalError' }]);
		expect(answer.text).not.toContain('a bug of the hook');
		const events = readFileSync(join(folder, 'audit.log'), 'utf8').split('\n');
		const told = events.filter((line) => line !== '').map((line) => JSON.parse(line));
		expect(told.filter(({ auditID }) => auditID === answer.headers['audit-id'])).toMatchObject([
			{ stage: 'RequestReceived', verb: 'create', requestURI: path },
			{ stage: 'Panic', verb: 'create', requestURI: path, responseStatus: { status: 'Failure', code: 500, reason: 'InternalError' } },
		]);
		expect((await (server as ServerProcess).call('GET', path)).status).toBe(200);
	});

	it('runs where large requests are handled, too', async () => {
		const collection = '/apis/backup.example.com/v1/namespaces/default/backups';
		const labels = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`label-${i}`, '']));
		const backup = (name: string, spec: object) => ({ metadata: { name, labels }, spec });
		const refused = await expectStatus(422, 'POST', collection, backup('large-unlucky', { size: 13 }));
		expect(refused.details.causes).toEqual([{ reason: 'FieldValueInvalid', field: 'spec.size', message: 'Invalid value: 13: brings bad luck' }]);
		expect((await expectStatus(201, 'POST', collection, backup('large', { size: 2 }))).spec.size).toBe(2);
		const table = await expectStatus(200, 'GET', `${collection}/large`, undefined, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(table.rows[0].cells.slice(0, 2)).toEqual(['large', '##']);
	});
});
