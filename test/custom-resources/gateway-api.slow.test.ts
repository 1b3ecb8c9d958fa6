/**
 * Every CustomResourceDefinition of the reference is imported, checked, built and served; it accepts a valid object and refuses invalid
 * ones.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referencePath } from '../setup/reference.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { gatewayApi, type Objects } from './gateway-api.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = referencePath('crds');
const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
if (files.length === 0) console.warn(`SKIPPED: no CustomResourceDefinition was imported: ${folder} is not there`);

const group = 'gateway.networking.k8s.io';

describe.skipIf(files.length === 0)('CustomResourceDefinitions of the Gateway API', () => {
	const scratch = mkdtempSync(join(tmpdir(), 'orch-crds-'));
	const specs = join(scratch, 'specs');
	const built = join(scratch, 'built');
	const orch = (...words: readonly string[]): string =>
		execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
	let server: ServerProcess | undefined;
	let said = '';

	beforeAll(async () => {
		said = orch('import', 'crd', '--all', ...files, '--out', specs);
		orch('build', '--specs', specs, '--vocabulary', 'kubernetes', '--out', built);
		server = await startServer(built, { flags: ['--controllers', '-*'] });
	}, 120_000);
	afterAll(async () => {
		await server?.remove();
		rmSync(scratch, { recursive: true, force: true });
	});

	it('lose nothing but versions that are not served', () => {
		const lost = said.split('\n').filter((line) => line.startsWith('lost: '));
		expect(lost.filter((line) => !line.endsWith('is left out: it is neither served nor stored'))).toEqual([]);
		expect(lost).toHaveLength(5);
	});

	it('are all served', async () => {
		const answer = await server?.call('GET', `/apis/${group}/v1`);
		const { resources = [] } = (answer?.json() ?? {}) as { readonly resources?: readonly { readonly name: string; readonly kind: string }[] };
		const kinds = resources.filter(({ name }) => !name.includes('/')).map(({ kind }) => kind);
		expect(kinds.sort()).toEqual(gatewayApi.map(({ kind }) => kind).sort());
		expect(kinds).toHaveLength(files.filter((file) => !file.includes('vap_')).length);
	});

	const create = async ({ kind, plural, scope }: Objects, version: string, spec: object) => {
		const path = `/apis/${group}/${version}${scope === 'Namespaced' ? '/namespaces/default' : ''}/${plural}`;
		const answer = await server?.call('POST', path, { apiVersion: `${group}/${version}`, kind, metadata: { generateName: 'made-' }, spec });
		return {
			status: answer?.status,
			body: answer?.json() as { readonly message?: string; readonly spec?: object; readonly metadata?: { readonly name: string } },
		};
	};

	it.each(gatewayApi.map((objects) => [objects.kind, objects] as const))('%s accepts a valid object and refuses invalid ones', async (_, objects) => {
		const { status, body } = await create(objects, 'v1', objects.spec);
		expect(status, body.message).toBe(201);
		expect(body.spec).toMatchObject(objects.spec);
		for (const { spec, message } of objects.bad) {
			const refused = await create(objects, 'v1', spec);
			expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining(message)]);
		}
	});

	it('are served in each version, and stored in the storage version', async () => {
		const grants = gatewayApi.find(({ kind }) => kind === 'ReferenceGrant') as Objects;
		const { body } = await create(grants, 'v1', grants.spec);
		const shown = await server?.call('GET', `/apis/${group}/v1beta1/namespaces/default/referencegrants/${body.metadata?.name}`);
		expect(shown?.json()).toMatchObject({ apiVersion: `${group}/v1beta1`, spec: grants.spec });
	});
});
