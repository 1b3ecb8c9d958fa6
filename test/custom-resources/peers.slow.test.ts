/** kube-apiserver accepts every exported CustomResourceDefinition, and accepts and refuses the same objects as this server. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Server, startPeer } from '../peers/servers.ts';
import { referencePath } from '../setup/reference.ts';
import { gatewayApi } from './gateway-api.ts';

const root = resolve(import.meta.dirname, '../..');
const peers = process.env.ORCH_PEERS;
const folder = referencePath('crds');
if (peers === undefined) console.warn('SKIPPED: no CustomResourceDefinition was shown to kube-apiserver; ORCH_PEERS=DIR names the folder with its binaries');
if (!existsSync(folder)) console.warn(`SKIPPED: those of the Gateway API were not shown to kube-apiserver: ${folder} is not there`);

/** Built-in groups that CustomResourceDefinitions can express. */
const builtIn = ['coordination', 'discovery', 'flowcontrol.apiserver', 'networking', 'node', 'rbac.authorization', 'scheduling', 'storage'];
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const json = { 'content-type': 'application/json' };
const gateway = 'gateway.networking.k8s.io';

interface Definition {
	readonly metadata: { readonly name: string };
}

function orch(...words: readonly string[]): string {
	return execFileSync(process.execPath, [join(root, 'bin/orch.mjs'), ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function exported(...words: readonly string[]): readonly Definition[] {
	return parseAllDocuments(orch('export', 'crd', ...words)).map((document) => document.toJS() as Definition);
}

describe.skipIf(peers === undefined)('kube-apiserver', () => {
	const scratch = mkdtempSync(join(tmpdir(), 'orch-exports-'));
	let server: Server | undefined;
	const ask: Server['ask'] = (...words) => {
		if (server === undefined) throw new Error('kube-apiserver has not started');
		return server.ask(...words);
	};
	beforeAll(async () => {
		server = await startPeer(peers ?? '', '1.36');
	}, 120_000);
	afterAll(async () => {
		await server?.stop();
		rmSync(scratch, { recursive: true, force: true });
	});

	it.each(builtIn.map((name) => `${name}.k8s.io`))('accepts the kinds of %s', async (group) => {
		for (const document of exported(group, '--release', '1.36')) {
			const { status, body } = await ask('POST', `${definitions}?dryRun=All`, JSON.stringify(document), json);
			expect([document.metadata.name, status, JSON.stringify(body)]).toEqual([document.metadata.name, 201, expect.any(String)]);
		}
	});

	it.skipIf(!existsSync(folder))('accepts the imported definition, and accepts and refuses the same objects', async () => {
		const files = readdirSync(folder).map((name) => join(folder, name));
		orch('import', 'crd', ...files, '--out', join(scratch, 'gateway'));
		for (const document of exported(gateway, '--specs', join(scratch, 'gateway'))) {
			const { status, body } = await ask('POST', definitions, JSON.stringify(document), json);
			expect([document.metadata.name, status, JSON.stringify(body)]).toEqual([document.metadata.name, 201, expect.any(String)]);
		}
		for (const { kind, plural, scope, spec, bad } of gatewayApi) {
			const version = kind === 'ReferenceGrant' ? 'v1beta1' : 'v1';
			const path = `/apis/${gateway}/${version}${scope === 'Namespaced' ? '/namespaces/default' : ''}/${plural}?dryRun=All`;
			const body = (one: object): string => JSON.stringify({ apiVersion: `${gateway}/${version}`, kind, metadata: { name: 'a' }, spec: one });
			// The request is refused until every component knows the kind.
			await expect.poll(async () => (await ask('POST', path, body(spec), json)).status, { timeout: 30_000 }).toBe(201);
			for (const { spec: wrong, message } of bad) {
				const refused = await ask('POST', path, body(wrong), json);
				expect([refused.status, (refused.body as { message?: string }).message]).toEqual([422, expect.stringContaining(message)]);
			}
		}
	});
});
