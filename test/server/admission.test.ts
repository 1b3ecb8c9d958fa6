/** Tests admission plugins that a test adds to a whole server: the data that a request gives them, and the actions that they may take. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../../runtime/admission/contract.ts';
import type { Client } from '../../runtime/api/client.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { boolean } from '../../runtime/api/flag-value.ts';
import { recordingAudit } from './recording-audit.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const recording = recordingAudit();
const asked: { readonly request: AdmissionRequest; readonly secondPass: boolean; readonly shown: readonly unknown[] }[] = [];
let context: AdmissionContext;
let stack: TestStack;

const mine = ({ name }: AdmissionRequest): boolean => name.startsWith('mine');

/** Plugin that is called again when a later plugin has replaced the object. */
const first: AdmissionPlugin = {
	name: 'First',
	onByDefault: { from: '1.20' },
	operations: ['CREATE', 'UPDATE', 'DELETE'],
	start(given) {
		context = given;
		return {
			mutate(request) {
				if (!mine(request)) return;
				asked.push({ request, secondPass: request.secondPass, shown: [request.object, request.objectIn(request.group, request.version)] });
			},
		};
	},
};

const replacing: AdmissionPlugin = {
	name: 'Replacing',
	onByDefault: { from: '1.20' },
	operations: ['CREATE'],
	start: ({ addMetrics }) => {
		let replaced = 0;
		addMetrics([
			{ type: 'counter', name: 'replaced_total', help: 'Objects replaced.', stability: 'ALPHA', labels: [], read: () => [{ labels: {}, value: replaced }] },
		]);
		return {
			mutate(request) {
				if (request.name === 'in-place') Object.assign(request.object ?? {}, { bogus: { a: 1 }, data: { a: '1', added: 'by the plugin' } });
				if (request.kind.kind !== 'ConfigMap' || !mine(request) || request.object === undefined) return;
				replaced++;
				request.replace({ ...request.object, data: { set: 'by the plugin' } });
				request.annotate('example.com/replaced', 'yes');
				request.warnings.push('replaced');
			},
			validate(request) {
				if (request.name === 'mine-late') request.replace({});
			},
		};
	},
};

/** Plugin that reacts to its own writes as it does to those of clients. */
const endless: AdmissionPlugin = {
	name: 'Endless',
	onByDefault: { from: '1.20' },
	operations: ['UPDATE'],
	start: ({ client }) => ({
		async mutate({ name, user, signal }) {
			if (name !== 'endless') return;
			const body = { data: { at: String(performance.now()) } };
			await client(user).ask({ method: 'PATCH', path: `${configMaps}/endless`, contentType: 'application/merge-patch+json', body, signal: signal() });
		},
	}),
};

/** Plugin that records each create under its own identity, then tries an action that its row does not declare. */
const noting: AdmissionPlugin = {
	name: 'Noting',
	onByDefault: { from: '1.20' },
	operations: ['CREATE'],
	acting: { identity: 'noting', rules: [{ verbs: ['create'], groups: [''], resources: ['secrets'] }] },
	start: ({ client, self }) => ({
		async validate({ name, resource, signal }) {
			if (name !== 'noted' || resource !== 'configmaps' || self === undefined) return;
			const own = client(self);
			await own.ask({ method: 'POST', path: secrets, body: { metadata: { name: 'note' } }, signal: signal() });
			await own.ask({ method: 'GET', path: `${secrets}/note`, signal: signal() });
		},
	}),
};

const secrets = '/api/v1/namespaces/default/secrets';

const later: AdmissionPlugin = { name: 'Later', onByDefault: { from: '1.99' }, operations: ['CREATE'], start: () => ({ validate: refuse }) };
const former: AdmissionPlugin = { name: 'Former', onByDefault: { from: '1.0', before: '1.20' }, operations: ['CREATE'], start: () => ({ validate: refuse }) };

function refuse(): never {
	throw new ApiError('Forbidden', 'this plugin should be off');
}

beforeAll(async () => {
	stack = await startTestStack({ args: ['--emulated-version', '1.21'], plugins: [first, replacing, endless, noting, later, former], audit: recording.backend });
});
afterAll(() => stack.close());

describe('an admission plugin', () => {
	it('receives the write and may replace the object; it may request a second run', async () => {
		const answer = await stack.ask('POST', `${configMaps}?fieldManager=me`, { metadata: { name: 'mine' }, data: { a: '1' } });
		expect(answer.json()).toMatchObject({ data: { set: 'by the plugin' } });
		expect(answer.headers.warning).toContain('replaced');
		expect(asked.splice(0).map(({ secondPass }) => secondPass)).toEqual([false, true]);
		const events = await recording.until(2, ({ id }) => id === answer.headers['audit-id']);
		expect(events.at(-1)?.annotations).toMatchObject({ 'example.com/replaced': 'yes' });
		expect((await stack.ask('GET', '/metrics')).text).toContain('replaced_total 1\n');
	});

	it('sees the options and both objects, read-only if they cannot change', async () => {
		await stack.ask('PUT', `${configMaps}/mine?fieldManager=me&dryRun=All`, { metadata: { name: 'mine' }, data: { b: '2' } });
		const [update] = asked.splice(0);
		expect(update?.request).toMatchObject({
			operation: 'UPDATE',
			group: '',
			version: 'v1',
			resource: 'configmaps',
			stored: { group: '', version: 'v1' },
			options: { dryRun: true, fieldManager: 'me' },
			dryRun: true,
			user: { name: 'orch-admin' },
			oldObject: { data: { set: 'by the plugin' } },
		});
		expect(update?.request.objectIn('', 'v1')).toMatchObject({ data: { b: '2' } });
		expect(() => update?.request.objectIn('', 'v9')).toThrow('ConfigMap is not served in /v9');
		await stack.ask('DELETE', `${configMaps}/mine`, { gracePeriodSeconds: 7 });
		const [deletion] = asked.splice(0);
		expect(deletion?.request).toMatchObject({
			operation: 'DELETE',
			object: undefined,
			options: { gracePeriodSeconds: 7 },
			oldObject: { metadata: { name: 'mine' } },
		});
		expect(() => deletion?.request.replace({})).toThrow('only looked at');
	});

	it('sees the requested and the stored object, in any version of its kind', async () => {
		const group = 'networking.orch.io';
		const spec = { backend: { serviceName: 'web', servicePort: 80 } };
		const answer = await stack.ask('POST', `/apis/${group}/v1beta1/namespaces/default/ingresses?dryRun=All`, { metadata: { name: 'mine-too' }, spec });
		expect(answer.status).toBe(201);
		const [create] = asked.splice(0);
		expect(create?.request).toMatchObject({ group, version: 'v1beta1', stored: { group, version: 'v1' }, kind: { kind: 'Ingress' } });
		expect(create?.shown).toMatchObject([
			{ apiVersion: `${group}/v1`, spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } } },
			{ apiVersion: `${group}/v1beta1`, spec: { backend: { serviceName: 'web', servicePort: 80 } } },
		]);
	});

	it('that writes objects that it admits is stopped', async () => {
		await stack.ask('POST', configMaps, { metadata: { name: 'endless' } });
		const answer = await stack.ask('PUT', `${configMaps}/endless`, { metadata: { name: 'endless' }, data: { a: '1' } });
		expect(answer.status).toBe(429);
		expect(answer.text).toContain('must ignore its own writes');
		expect((await stack.ask('GET', `${configMaps}/endless`)).json()).not.toHaveProperty('data');
	});

	it('that changes an object in place leaves no unknown fields', async () => {
		const answer = await stack.ask('POST', configMaps, { metadata: { name: 'in-place' }, data: { a: '1' } });
		expect(answer.json()).toMatchObject({ data: { a: '1', added: 'by the plugin' } });
		expect(answer.json()).not.toHaveProperty('bogus');
	});

	it('that only validates cannot change the object', async () => {
		expect((await stack.ask('POST', configMaps, { metadata: { name: 'mine-late' } })).status).toBe(500);
	});

	it('is started with the release, the gates and the flags', () => {
		expect(context.release).toBe('1.21');
		expect(context.gates.size).toBeGreaterThan(0);
		const unknown = { name: 'x', value: '', help: '', default: true, parse: boolean };
		expect(() => context.flags.of(unknown)).toThrow('belongs to no row');
	});

	it('asks the server as a named user, with the rights of that user', async () => {
		const { signal } = new AbortController();
		const as = (name: string, ...groups: string[]): Client => context.client({ name, uid: '', groups, extra: {} });
		const admin = as('root', 'system:masters');
		await expect(admin.ask({ method: 'POST', path: configMaps, body: { metadata: { name: 'c' } }, signal })).resolves.toMatchObject({ kind: 'ConfigMap' });
		await expect(admin.ask({ method: 'GET', path: configMaps, signal })).resolves.toMatchObject({ kind: 'ConfigMapList' });
		const refused = as('nobody').ask({ method: 'GET', path: `${configMaps}/c`, signal });
		await expect(refused).rejects.toThrow('User "nobody" cannot get resource "configmaps"');
		await expect(admin.ask({ method: 'GET', path: configMaps, query: 'watch=1', signal })).rejects.toThrow('cannot be asked for in the process');
	});

	it('acts as its own user with exactly the rights of its row', async () => {
		const answer = await stack.ask('POST', configMaps, { metadata: { name: 'noted' } });
		expect([answer.status, answer.json()]).toEqual([
			403,
			expect.objectContaining({
				message: expect.stringContaining(
					'User "system:serviceaccount:orch-system:noting" cannot get resource "secrets" in API group "" in the namespace "default"',
				),
			}),
		]);
		expect((await stack.ask('GET', `${secrets}/note`)).status).toBe(200);
	});
});
