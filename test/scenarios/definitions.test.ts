/**
 * Tests CustomResourceDefinitions, APIServices and the server's own registrations (seed 1, "Versions removed by release"). Defined kinds
 * are the subject of `custom-kinds.test.ts`.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { definition, type Loose } from '../kinds/definitions/cases.ts';
import { expecting, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

let server: ServerProcess;
let dataDir = '';
const expectStatus = expecting(() => server);
const start = async (release: string): Promise<void> => {
	await server?.stop();
	server = await startServer(inject('built').kubernetes, { ...(dataDir && { dataDir }), flags: ['--emulated-version', release] });
	dataDir = server.dataDir;
};
afterAll(async () => {
	await server.stop();
	rmSync(dataDir, { recursive: true, force: true });
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const services = '/apis/apiregistration.k8s.io/v1/apiservices';

/** Returns the conditions by type once the object has any. */
async function conditions(path: string): Promise<Loose> {
	return vi.waitFor(
		async () => {
			const { status } = await expectStatus(200, 'GET', path);
			expect(status.conditions?.length).toBeGreaterThan(0);
			return Object.fromEntries(status.conditions.map((each: Loose) => [each.type, each]));
		},
		{ timeout: busyMs },
	);
}

const named = (plural: string, change: (made: Loose) => void = () => {}): Loose =>
	definition((made) => {
		const kind = `${plural.charAt(0).toUpperCase()}${plural.slice(1, -1)}`;
		made.metadata.name = `${plural}.example.com`;
		made.spec.names = { plural, kind };
		change(made);
	});

describe('1.21', () => {
	beforeAll(() => start('1.21'));

	it('serves v1beta1 of CustomResourceDefinition, with a Warning, and shows it in v1', async () => {
		const spec = {
			group: 'example.com',
			version: 'v1',
			scope: 'Cluster',
			names: { plural: 'olds', kind: 'Old' },
			validation: { openAPIV3Schema: { type: 'object' } },
		};
		const made = await server.call('POST', definitions.replace('v1', 'v1beta1'), { metadata: { name: 'olds.example.com' }, spec });
		expect([made.status, made.headers.warning]).toEqual([
			201,
			expect.stringContaining('apiextensions.k8s.io/v1beta1 CustomResourceDefinition is deprecated in v1.16+, unavailable in v1.22+'),
		]);
		expect(made.json()).toMatchObject({
			spec: { version: 'v1', preserveUnknownFields: true, conversion: { strategy: 'None' }, versions: [{ name: 'v1', served: true, storage: true }] },
		});
		const { spec: newer } = await expectStatus(200, 'GET', `${definitions}/olds.example.com`);
		expect(newer).toMatchObject({ preserveUnknownFields: true, versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } } }] });
		expect(newer).not.toHaveProperty('validation');
	});

	it('serves v1beta1 of APIService, with a Warning', async () => {
		const answer = await server.call('GET', `${services.replace('v1', 'v1beta1')}/v1beta1.batch`);
		expect([answer.status, answer.headers.warning]).toEqual([
			200,
			expect.stringContaining('apiregistration.k8s.io/v1beta1 APIService is deprecated in v1.19+, unavailable in v1.22+'),
		]);
		expect(answer.json()).toMatchObject({
			apiVersion: 'apiregistration.k8s.io/v1beta1',
			spec: { group: 'batch', groupPriorityMinimum: 17400, versionPriority: 9 },
		});
	});
});

describe('1.25', () => {
	beforeAll(() => start('1.25'));

	it('serves only v1, and stored objects stay readable and writable', async () => {
		await expectStatus(404, 'GET', definitions.replace('v1', 'v1beta1'));
		await expectStatus(404, 'GET', services.replace('v1', 'v1beta1'));
		await expectStatus(200, 'PATCH', `${definitions}/olds.example.com`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
	});

	it('registers only served versions', async () => {
		await vi.waitFor(() => expectStatus(404, 'GET', `${services}/v1beta1.batch`), { timeout: busyMs });
		const { items } = await expectStatus(200, 'GET', services);
		const { groups } = await expectStatus(200, 'GET', '/apis');
		const served = groups.flatMap(({ name, versions }: Loose) => versions.map(({ version }: Loose) => `${version}.${name}`));
		const names = items.map(({ metadata }: Loose) => metadata.name);
		expect(names.sort()).toEqual(['v1.', ...served.filter((name: string) => !name.endsWith('.apiregistration.k8s.io'))].sort());
	});

	it('restores its registration when it is deleted or changed', async () => {
		const { metadata } = await expectStatus(200, 'GET', `${services}/v1.apps`);
		await expectStatus(200, 'DELETE', `${services}/v1.apps`);
		await vi.waitFor(
			async () => {
				const again = await expectStatus(200, 'GET', `${services}/v1.apps`);
				expect(again.metadata.uid).not.toBe(metadata.uid);
				expect(again.status.conditions).toMatchObject([
					{ type: 'Available', status: 'True', reason: 'Local', message: 'Local APIServices are always available' },
				]);
			},
			{ timeout: busyMs },
		);
		await expectStatus(200, 'PATCH', `${services}/v1.apps`, { spec: { versionPriority: 1 } }, patchTypes.merge);
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', `${services}/v1.apps`)).spec.versionPriority).toBe(15), { timeout: busyMs });
	});

	it('shows an APIService whose service is missing as unavailable', async () => {
		const spec = {
			group: 'metrics.example.com',
			version: 'v1',
			groupPriorityMinimum: 100,
			versionPriority: 100,
			service: { namespace: 'default', name: 'metrics' },
		};
		await expectStatus(201, 'POST', services, { metadata: { name: 'v1.metrics.example.com' }, spec });
		const { Available } = await conditions(`${services}/v1.metrics.example.com`);
		expect(Available).toMatchObject({ status: 'False', reason: 'ServiceNotFound', message: 'service/metrics in "default" is not present' });
		const table = await server.call('GET', `${services}/v1.metrics.example.com`, undefined, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
		expect((table.json() as Loose).columnDefinitions.map(({ name }: Loose) => name)).toEqual(['Name', 'Service', 'Available', 'Age']);
		expect((table.json() as Loose).rows[0].cells.slice(0, 3)).toEqual(['v1.metrics.example.com', 'default/metrics', 'False (ServiceNotFound)']);
	});

	it('refuses empty registrations', async () => {
		const { details } = await expectStatus(422, 'POST', services, { metadata: { name: 'v1.example.com' }, spec: { group: 'example.com', version: 'v2' } });
		expect(details.causes.map(({ field }: Loose) => field)).toEqual(['metadata.name', 'spec.groupPriorityMinimum', 'spec.versionPriority']);
	});

	it('assigns a name to one definition of a group, and to the next after its deletion', async () => {
		const takes = (made: Loose): void => {
			made.spec.names.shortNames = ['lp'];
		};
		await expectStatus(201, 'POST', definitions, named('lights', takes));
		expect((await conditions(`${definitions}/lights.example.com`)).NamesAccepted.status).toBe('True');
		await expectStatus(201, 'POST', definitions, named('lanterns', takes));
		const { NamesAccepted, Established } = await conditions(`${definitions}/lanterns.example.com`);
		expect(NamesAccepted).toMatchObject({ status: 'False', reason: 'ShortNamesConflict', message: '"lp" is already in use' });
		expect(Established).toMatchObject({ status: 'False', reason: 'NotAccepted' });
		await expectStatus(200, 'DELETE', `${definitions}/lights.example.com`);
		await vi.waitFor(async () => expect((await conditions(`${definitions}/lanterns.example.com`)).NamesAccepted.status).toBe('True'), { timeout: busyMs });
	});

	it('refuses to establish a kind that it has from a spec, and lets such a definition go', async () => {
		const path = `${definitions}/flowschemas.flowcontrol.apiserver.k8s.io`;
		const made = definition((each) => {
			each.metadata = { name: 'flowschemas.flowcontrol.apiserver.k8s.io', annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' } };
			Object.assign(each.spec, { group: 'flowcontrol.apiserver.k8s.io', scope: 'Cluster', names: { plural: 'flowschemas', kind: 'FlowSchema' } });
			each.spec.versions[0].name = 'v1beta2';
		});
		const { status, headers } = await server.call('POST', definitions, made);
		expect([status, headers.warning]).toEqual([201, expect.stringContaining('from a spec of its build')]);
		const found = await conditions(path);
		expect(found.Established).toMatchObject({ status: 'False', reason: 'KindOfSpec' });
		expect(found.KubernetesAPIApprovalPolicyConformant).toMatchObject({ status: 'False', reason: 'UnapprovedAnnotation' });
		await expectStatus(200, 'DELETE', path);
		await vi.waitFor(() => expectStatus(404, 'GET', path), { timeout: busyMs });
		await expectStatus(200, 'GET', '/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas/system-nodes');
	});
});
