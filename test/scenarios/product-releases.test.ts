/** Tests kinds in the release calendar of a product: its releases choose versions, fields and gates, whatever the platform's release. */
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { expecting, type Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

const at = (version: string) => `/apis/tides.example.com/${version}/namespaces/default/tides`;
const tide = (name: string) => ({ metadata: { name }, spec: { place: 'Brest', height: 420, chart: 'spring' } });

let server: ServerProcess;
let dataDir = '';
const expectStatus = expecting(() => server);
const start = async (...flags: string[]): Promise<void> => {
	await server?.stop();
	server = await startServer(inject('built').extended, { ...(dataDir && { dataDir }), flags });
	dataDir = server.dataDir;
};

describe('a product with a calendar', () => {
	afterAll(async () => {
		await server?.stop();
		rmSync(dataDir, { recursive: true, force: true });
	});

	it('serves a deprecated version with a warning and a metric of its own releases', async () => {
		await start('--emulated-version', '1.36');
		const made = await server.call('POST', at('v1beta1'), tide('old'));
		expect([made.status, made.headers.warning]).toEqual([
			201,
			'299 - "tides.example.com/v1beta1 Tide is deprecated in v1.2+, unavailable in v1.5+; use tides.example.com/v1 Tide", 299 - "unknown field \\"spec.height\\""',
		]);
		const { text } = await server.call('GET', '/metrics');
		expect(text).toMatch(/apiserver_requested_deprecated_apis\{group="tides.example.com",removed_release="1.5",resource="tides",[^}]*version="v1beta1"\} 1/);
		expect(text).toContain('kubernetes_feature_enabled{name="TideCharts",stage="ALPHA"} 0');
	});

	it('lacks the fields and gates of its later releases', async () => {
		const { spec } = await expectStatus(200, 'GET', `${at('v1')}/old`);
		expect(spec).toEqual({ place: 'Brest' });
		expect((await expectStatus(200, 'GET', '/version')).minor).toBe('36');
	});

	it('serves its later release, in any release of the platform, and reads stored objects', async () => {
		await start('--emulated-version', '1.25', '--emulated-product-version', '1.5');
		await expectStatus(404, 'GET', `${at('v1beta1')}/old`);
		const groups: Loose = await expectStatus(200, 'GET', '/apis/tides.example.com');
		expect(groups.versions.map(({ version }: Loose) => version)).toEqual(['v1']);
		expect((await expectStatus(200, 'GET', `${at('v1')}/old`)).spec).toEqual({ place: 'Brest' });
		expect((await expectStatus(201, 'POST', at('v1'), tide('new'))).spec).toEqual(tide('new').spec);
	});

	it('accepts its gates, and can be downgraded', async () => {
		await start('--emulated-product-version', '1.4', '--feature-gates', 'TideCharts=true');
		const made = await server.call('POST', at('v1beta1'), tide('charted'));
		expect((made.json() as Loose).spec).toEqual(tide('charted').spec);
		expect((await expectStatus(200, 'GET', `${at('v1beta1')}/new`)).spec.chart).toBe('spring');
	});
});
