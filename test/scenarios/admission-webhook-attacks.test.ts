/** Tests attacks by webhooks and by the users who configure them (docs/conformance/ways-in.md, "Admission webhooks"). */
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Configurations, hook, patching, reviewing } from '../setup/admission.ts';
import { expecting, type Loose } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { type Behaviour, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

let webhook: WebhookServer;
let elsewhere: WebhookServer;
let server: ServerProcess;
let configurations: Configurations;
const expects = expecting(() => server);
const allowing = reviewing(() => ({}));

beforeAll(async () => {
	[webhook, elsewhere] = (await Promise.all([0, 1].map(() => startWebhook({}, { serves: 'anybody', names: ['127.0.0.1'] })))) as [WebhookServer, WebhookServer];
	server = await startServer(inject('built').kubernetes);
	configurations = new Configurations((...request) => server.call(...request), webhook);
	webhook.behave(allowing);
});
afterEach(async () => {
	webhook.behave(allowing);
	await configurations.clear();
});
afterAll(async () => {
	await server?.remove();
	await Promise.all([webhook?.close(), elsewhere?.close()]);
});

/** Returns the message with which a create is refused while a webhook shows this behaviour. */
async function refused(status: number, behaviour: Behaviour, kind: 'validating' | 'mutating' = 'validating', more: object = {}): Promise<string> {
	await configurations.add(kind, [hook(webhook, 'attacking', more)]);
	webhook.behave(behaviour);
	return (await expects(status, 'POST', configMaps, { metadata: { name: 'victim' } })).message;
}

describe('a webhook that', () => {
	it('answers for another request allows nothing', async () => {
		const replayed = '11111111-1111-1111-1111-111111111111';
		expect(
			await refused(
				500,
				reviewing(() => ({ uid: replayed })),
			),
		).toMatch(/received invalid webhook response: expected response.uid="[0-9a-f-]{36}", got "11111111-/);
		await expects(404, 'GET', `${configMaps}/victim`);
	});

	it('redirects the server is not followed', async () => {
		elsewhere.behave(allowing);
		const location = `${elsewhere.origin}/inside`;
		expect(await refused(500, (_, __, response) => void response.writeHead(307, { location }).end())).toContain('status code 307');
		expect(elsewhere.asked).toEqual([]);
	});

	it('answers endlessly is disconnected', async () => {
		const piece = 'x'.repeat(1024 * 1024);
		const endless: Behaviour = (_, __, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const more = (): void => {
				while (!response.destroyed && response.write(piece));
				if (!response.destroyed) response.once('drain', more);
			};
			more();
		};
		expect(await refused(500, endless)).toContain('response larger than 6291456 bytes');
	});

	it('has an untrusted certificate receives no request', async () => {
		const { clientConfig } = hook(elsewhere, 'x') as Loose;
		expect(await refused(500, allowing, 'validating', { clientConfig: { ...clientConfig, url: `${webhook.origin}/x` } })).toContain(
			'certificate signed by unknown authority',
		);
		expect(webhook.asked).toEqual([]);
	});

	it.each([
		['another namespace', '/metadata/namespace', 'kube-system', 400, 'does not match the namespace sent on the request'],
		['a version', '/metadata/resourceVersion', '7', 500, 'resourceVersion should not be set'],
		['another kind', '/kind', 'Secret', 500, 'a patch makes kind "Secret" of "ConfigMap"'],
	])('returns an object with %s creates none', async (_, path, value, status, message) => {
		expect(
			await refused(
				status,
				reviewing(() => patching({ op: 'add', path, value })),
				'mutating',
			),
		).toContain(message);
		await expects(404, 'GET', `${configMaps}/victim`);
	});

	it('cannot set the UID or the managed fields of a new object', async () => {
		await configurations.add('mutating', [hook(webhook, 'owning')]);
		const managedFields = [{ manager: 'x', operation: 'Odd' }];
		webhook.behave(
			reviewing(() => patching({ op: 'add', path: '/metadata/uid', value: 'mine' }, { op: 'add', path: '/metadata/managedFields', value: managedFields })),
		);
		const made = await server.call('POST', configMaps, { metadata: { name: 'owned' }, data: { a: '1' } });
		expect(made.status).toBe(201);
		const { uid, managedFields: left } = (made.json() as Loose).metadata;
		expect(uid).toMatch(/^[0-9a-f-]{36}$/);
		expect(left).toMatchObject([{ operation: 'Update' }]);
		expect(made.headers.warning).toContain('.metadata.managedFields was in an invalid state after admission');
	});

	it('changes the identity of an existing object is refused', async () => {
		await expects(201, 'POST', configMaps, { metadata: { name: 'there' } });
		await configurations.add('mutating', [
			hook(webhook, 'renaming', { rules: [{ operations: ['UPDATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] }),
		]);
		for (const [path, value] of [
			['/metadata/name', 'other'],
			['/metadata/uid', 'other'],
		] as const) {
			webhook.behave(reviewing(() => patching({ op: 'replace', path, value })));
			expect((await expects(422, 'PUT', `${configMaps}/there`, { metadata: { name: 'there' }, data: { a: path } })).message).toContain('field is immutable');
		}
		webhook.behave(
			reviewing(() => patching({ op: 'add', path: '/__proto__/polluted', value: true }, { op: 'add', path: '/metadata/labels', value: { __proto__: 'x' } })),
		);
		await server.call('PUT', `${configMaps}/there`, { metadata: { name: 'there' } });
		expect((await expects(200, 'GET', `${configMaps}/there`)).polluted).toBeUndefined();
	});
});

describe('a configuration that', () => {
	it('points to the server itself is refused there like any client, once', async () => {
		const caBundle = Buffer.from(server.credentials.ca).toString('base64');
		const message = await refused(500, allowing, 'validating', { clientConfig: { url: `${server.url}${configMaps}`, caBundle } });
		expect(message).toMatch(/failed calling webhook "attacking.example.com": failed to call webhook: .*system:anonymous/);
	});

	it('refuses everything can still be deleted', async () => {
		const all = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }];
		const path = await configurations.add('validating', [
			hook(webhook, 'all', { rules: all, objectSelector: { matchExpressions: [{ key: 'probe', operator: 'DoesNotExist' }] } }),
		]);
		webhook.behave(reviewing(() => ({ allowed: false })));
		await expects(400, 'POST', configMaps, { metadata: { name: 'refused' } });
		await expects(200, 'PATCH', path, { metadata: { labels: { a: 'b' } } }, { 'content-type': 'application/merge-patch+json' });
		await expects(200, 'DELETE', path);
	});

	it('names a service is called only under the name of the service', async () => {
		const { port } = new URL(webhook.origin);
		await expects(201, 'POST', '/api/v1/namespaces/default/services', {
			metadata: { name: 'lured' },
			spec: { type: 'ExternalName', externalName: 'localhost' },
		});
		const { clientConfig } = hook(webhook, 'x') as Loose;
		const service = { namespace: 'default', name: 'lured', port: Number(port) };
		expect(await refused(500, allowing, 'validating', { clientConfig: { service, caBundle: clientConfig.caBundle } })).toContain('not lured.default.svc');
		expect(webhook.asked).toEqual([]);
	});
});

describe('a server with webhooks that hang', () => {
	it('ends on a signal', async () => {
		const own = await startServer(inject('built').kubernetes);
		try {
			await new Configurations((...request) => own.call(...request), webhook).add('validating', [hook(webhook, 'hanging', { timeoutSeconds: 2 })]);
			const asked = new Promise<void>((resolve) => webhook.behave(() => resolve()));
			const waiting = own.call('POST', configMaps, { metadata: { name: 'waiting' } });
			await asked;
			const ended = own.stop();
			expect((await waiting).status).toBe(500);
			expect(await ended).toBe(0);
		} finally {
			await own.remove();
		}
	});
});
