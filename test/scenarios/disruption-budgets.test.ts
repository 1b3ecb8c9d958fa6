/**
 * Tests PodDisruptionBudgets in both versions (seed 1, "Versions removed by release" and "Notable changes in the replacement versions").
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expecting, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const v1 = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const beta = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
const label = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';
const only = (operator: string) => ({ matchExpressions: [{ key: label, operator }] });

let server: ServerProcess;
let dataDir: string;
const expectStatus = expecting(() => server);
const start = async (release: string): Promise<void> => {
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags: ['--emulated-version', release] });
	dataDir = server.dataDir;
};
const make = async (path: string, name: string, selector: object): Promise<void> => {
	await expectStatus(201, 'POST', path, { metadata: { name }, spec: { selector } });
};
const selectorOf = async (path: string, name: string): Promise<unknown> => (await expectStatus(200, 'GET', `${path}/${name}`)).spec.selector;

describe('budgets for disruptions', () => {
	beforeAll(() => start('1.24'));
	afterAll(async () => {
		await server.stop();
		rmSync(dataDir, { recursive: true, force: true });
	});

	it('1.24 serves v1beta1, with a Warning', async () => {
		const made = await server.call('POST', beta, { metadata: { name: 'old' }, spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } } });
		expect([made.status, made.headers.warning]).toEqual([
			201,
			'299 - "policy/v1beta1 PodDisruptionBudget is deprecated in v1.21+, unavailable in v1.25+; use policy/v1 PodDisruptionBudget"',
		]);
		expect(await selectorOf(v1, 'old')).toEqual({ matchLabels: { a: 'b' } });
	});

	it('an empty selector matches all pods in v1 and none in v1beta1, in either version', async () => {
		await make(v1, 'all', {});
		await make(beta, 'none', {});
		expect([await selectorOf(v1, 'all'), await selectorOf(beta, 'all')]).toEqual([{}, only('DoesNotExist')]);
		expect([await selectorOf(v1, 'none'), await selectorOf(beta, 'none')]).toEqual([only('Exists'), {}]);
	});

	it('the empty selector of one version survives the round trip through the other', async () => {
		await make(beta, 'all-of-beta', only('DoesNotExist'));
		await make(v1, 'none-of-v1', only('Exists'));
		expect([await selectorOf(v1, 'all-of-beta'), await selectorOf(beta, 'none-of-v1')]).toEqual([{}, {}]);
	});

	it('the marker label is dropped next to other requirements', async () => {
		const others = [{ key: 'a', operator: 'Exists' }];
		await make(v1, 'mixed', { matchExpressions: [...others, ...only('Exists').matchExpressions] });
		await make(beta, 'labelled', { matchLabels: { a: 'b' }, ...only('Exists') });
		expect([await selectorOf(v1, 'mixed'), await selectorOf(beta, 'mixed')]).toEqual([{ matchExpressions: others }, { matchExpressions: others }]);
		expect(await selectorOf(v1, 'labelled')).toEqual({ matchLabels: { a: 'b' } });
	});

	it('a patch in one version is visible in the other', async () => {
		await expectStatus(200, 'PATCH', `${beta}/none`, { spec: { selector: { matchLabels: { a: 'b' } } } }, patchTypes.merge);
		expect(await selectorOf(v1, 'none')).toEqual({ matchLabels: { a: 'b' } });
		await expectStatus(200, 'PATCH', `${beta}/none`, [{ op: 'replace', path: '/spec/selector', value: {} }], patchTypes.json);
		expect(await selectorOf(v1, 'none')).toEqual(only('Exists'));
	});

	it('v1beta1 does not validate numbers of a status, and such objects stay writable in v1', async () => {
		const status = { currentHealthy: -1 };
		await expectStatus(422, 'PATCH', `${v1}/old/status`, { status }, patchTypes.merge);
		await expectStatus(200, 'PATCH', `${beta}/old/status`, { status }, patchTypes.merge);
		await expectStatus(200, 'PATCH', `${v1}/old`, { spec: { minAvailable: 2 } }, patchTypes.merge);
	});

	it('1.25 serves only v1, and stored objects keep their meaning', async () => {
		await server.stop();
		await start('1.25');
		await expectStatus(404, 'GET', beta);
		expect([await selectorOf(v1, 'all'), await selectorOf(v1, 'none')]).toEqual([{}, only('Exists')]);
	});

	it('1.20 serves only v1beta1, and its objects keep their meaning later', async () => {
		await server.stop();
		await start('1.20');
		await expectStatus(404, 'GET', v1);
		await make(beta, 'older', {});
		expect(await selectorOf(beta, 'all')).toEqual(only('DoesNotExist'));
		await server.stop();
		await start('1.25');
		expect([await selectorOf(v1, 'older'), await selectorOf(v1, 'all')]).toEqual([only('Exists'), {}]);
	});
});
