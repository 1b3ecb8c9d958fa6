/**
 * A damaged object still exists, so no controller acts as if it were gone. Each row damages one object between two runs of all controllers.
 * It names the controller that must postpone its work, and the state that must not change.
 */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { controllers } from '../../runtime/controllers/index.ts';
import { damageOf } from '../../runtime/storage/errors.ts';
import { type Loose, type TestServer, testServer } from '../verbs/write-fixture.ts';

let server: TestServer;
const core = (namespace: string, plural: string, name = '') => `/api/v1/namespaces/${namespace}/${plural}${name && `/${name}`}`;
const roles = '/apis/rbac.authorization.orch.io/v1/clusterroles';
const definitions = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';
const rbac = 'rbac.authorization.orch.io';
const flows = 'flowcontrol.apiserver.orch.io';

async function make(url: string, name: string, content: Loose = {}): Promise<Loose> {
	const { metadata, ...rest } = content;
	const { status, body } = await server.call('POST', url, { body: { metadata: { name, ...metadata }, ...rest } });
	expect(status, JSON.stringify(body)).toBe(201);
	return body;
}

const stored = (resource: string, namespace: string, name: string): string =>
	server.context.cache.get(resource, namespace, name)?.bytes.toString('utf8') ?? 'absent';
const has = (resource: string, namespace: string, name: string): boolean => server.context.cache.get(resource, namespace, name) !== undefined;
const soon = (holds: () => unknown) => vi.waitFor(() => expect(holds()).toBeTruthy(), { timeout: 20_000, interval: 20 });

const ownedBy = ({ apiVersion, kind, metadata: { name, uid } }: Loose) => ({
	metadata: { ownerReferences: [{ apiVersion, kind, name, uid, blockOwnerDeletion: true }] },
});
const bootstrapToken = (id: string, more: object) => ({
	type: 'bootstrap.orch.io/token',
	stringData: { 'token-id': id, 'token-secret': 'abcdefghijklmnop', ...more },
});
const accountToken = (account: string) => ({
	metadata: { annotations: { 'orch.io/service-account.name': account } },
	type: 'orch.io/service-account-token',
});
const definition = (plural: string) => ({
	spec: {
		group: 'example.com',
		scope: 'Cluster',
		names: { plural, kind: 'Widget' },
		versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
	},
});

interface Row {
	/** Resource of the damaged object. */
	readonly resource: string;
	readonly namespace: string;
	readonly name: string;
	readonly before?: () => Promise<unknown>;
	/** Called after the damage. */
	readonly after?: () => Promise<unknown>;
	/** The controller that reports the damage, and the key or kind that it was processing. */
	readonly reported: readonly [controller: string, subject: string];
	/** State that must be equal before and after. */
	readonly stays: () => unknown;
}

const rows: Readonly<Record<string, Row>> = {
	'a role whose rules are aggregated': {
		resource: `clusterroles.${rbac}`,
		namespace: '',
		name: 'edit',
		reported: ['clusterrole-aggregation', 'admin'],
		stays: () => stored(`clusterroles.${rbac}`, '', 'admin'),
	},
	'a default role': {
		resource: `clusterroles.${rbac}`,
		namespace: '',
		name: 'system:discovery',
		reported: ['default-roles', 'clusterroles system:discovery'],
		stays: () => has(`clusterroles.${rbac}`, '', 'system:discovery'),
	},
	'a bootstrap token that signs': {
		resource: 'secrets',
		namespace: 'orch-system',
		name: 'bootstrap-token-signs0',
		before: async () => {
			await make(core('orch-system', 'secrets'), 'bootstrap-token-signs0', bootstrapToken('signs0', { 'usage-bootstrap-signing': 'true' }));
			await soon(() => stored('configmaps', 'orch-public', 'cluster-info').includes('jws-kubeconfig-signs0'));
		},
		reported: ['bootstrapsigner', 'cluster-info'],
		stays: () => stored('configmaps', 'orch-public', 'cluster-info'),
	},
	'a bootstrap token that may have ended': {
		resource: 'secrets',
		namespace: 'orch-system',
		name: 'bootstrap-token-lasts0',
		before: () => make(core('orch-system', 'secrets'), 'bootstrap-token-lasts0', bootstrapToken('lasts0', {})),
		reported: ['tokencleaner', 'bootstrap-token-lasts0'],
		stays: () => has('secrets', 'orch-system', 'bootstrap-token-lasts0'),
	},
	'the account of a token': {
		resource: 'serviceaccounts',
		namespace: 'accounts',
		name: 'bot',
		before: async () => {
			await make('/api/v1/namespaces', 'accounts');
			await make(core('accounts', 'serviceaccounts'), 'bot');
			await make(core('accounts', 'secrets'), 'bot-token', accountToken('bot'));
			await soon(() => stored('secrets', 'accounts', 'bot-token').includes('"token":'));
		},
		reported: ['serviceaccount-token', 'secret/accounts/bot-token'],
		stays: () => stored('secrets', 'accounts', 'bot-token'),
	},
	'a Secret beside a token': {
		resource: 'secrets',
		namespace: 'beside',
		name: 'any',
		before: async () => {
			await make('/api/v1/namespaces', 'beside');
			await make(core('beside', 'secrets'), 'any');
		},
		after: async () => {
			await make(core('beside', 'secrets'), 'late', accountToken('default'));
			await soon(() => stored('secrets', 'beside', 'late').includes('"token":'));
		},
		reported: ['serviceaccount-token', 'secrets'],
		stays: () => has('secrets', 'beside', 'any'),
	},
	'a namespace': {
		resource: 'namespaces',
		namespace: '',
		name: 'torn',
		before: async () => {
			await make('/api/v1/namespaces', 'torn');
			await make(core('torn', 'configmaps'), 'a');
		},
		after: async () => {
			await make('/api/v1/namespaces', 'whole');
			await soon(() => has('serviceaccounts', 'whole', 'default'));
			await server.call('DELETE', '/api/v1/namespaces/whole');
			await soon(() => !has('namespaces', '', 'whole'));
		},
		reported: ['serviceaccount', 'torn'],
		stays: () => stored('configmaps', 'torn', 'a'),
	},
	'an object of a namespace that is deleted': {
		resource: 'configmaps',
		namespace: 'going',
		name: 'c',
		before: async () => {
			await make('/api/v1/namespaces', 'going');
			await make(core('going', 'configmaps'), 'c');
		},
		after: async () => {
			await server.call('DELETE', '/api/v1/namespaces/going');
			await soon(() => stored('namespaces', '', 'going').includes('corrupt object: configmaps going/c'));
		},
		reported: ['namespace', 'going'],
		stays: () => has('namespaces', '', 'going') && has('configmaps', 'going', 'c'),
	},
	'the authority of a namespace': {
		resource: 'configmaps',
		namespace: 'accounts',
		name: 'orch-root-ca.crt',
		reported: ['root-ca-cert-publisher', 'accounts'],
		stays: () => has('configmaps', 'accounts', 'orch-root-ca.crt'),
	},
	'what may depend on an owner that goes in the foreground': {
		resource: 'secrets',
		namespace: 'foreground',
		name: 'child',
		before: async () => {
			await make('/api/v1/namespaces', 'foreground');
			const owner = await make(core('foreground', 'configmaps'), 'owner');
			await make(core('foreground', 'secrets'), 'child', ownedBy(owner));
		},
		after: () => server.call('DELETE', `${core('foreground', 'configmaps', 'owner')}?propagationPolicy=Foreground`),
		reported: ['garbagecollector', 'configmaps/foreground/owner'],
		stays: () => has('configmaps', 'foreground', 'owner'),
	},
	'what may depend on an owner that leaves orphans': {
		resource: 'secrets',
		namespace: 'orphan',
		name: 'child',
		before: async () => {
			await make('/api/v1/namespaces', 'orphan');
			const owner = await make(core('orphan', 'configmaps'), 'owner');
			await make(core('orphan', 'secrets'), 'child', ownedBy(owner));
		},
		after: () => server.call('DELETE', `${core('orphan', 'configmaps', 'owner')}?propagationPolicy=Orphan`),
		reported: ['garbagecollector', 'configmaps/orphan/owner'],
		stays: () => has('configmaps', 'orphan', 'owner'),
	},
	'a service with an address': {
		resource: 'services',
		namespace: 'default',
		name: 'web',
		before: () => make(core('default', 'services'), 'web', { spec: { ports: [{ port: 80 }], clusterIP: '10.0.0.20' } }),
		reported: ['service-claims', ''],
		stays: () => stored('ipaddresses.networking.orch.io', '', '10.0.0.20'),
	},
	'a definition that has a name': {
		resource: 'customresourcedefinitions.apiextensions.orch.io',
		namespace: '',
		name: 'first.example.com',
		before: async () => {
			const accepted = (name: string, status: string) =>
				soon(() => stored('customresourcedefinitions.apiextensions.orch.io', '', name).includes(`"type":"NamesAccepted","status":"${status}"`));
			await make(definitions, 'first.example.com', definition('first'));
			await accepted('first.example.com', 'True');
			await make(definitions, 'second.example.com', definition('second'));
			await accepted('second.example.com', 'False');
		},
		reported: ['definitions', 'second.example.com'],
		stays: () => stored('customresourcedefinitions.apiextensions.orch.io', '', 'second.example.com'),
	},
	'what registers a group': {
		resource: 'apiservices.apiregistration.orch.io',
		namespace: '',
		name: 'v1.apps',
		reported: ['api-services', 'v1.apps'],
		stays: () => has('apiservices.apiregistration.orch.io', '', 'v1.apps'),
	},
	'a default flow': {
		resource: `flowschemas.${flows}`,
		namespace: '',
		name: 'probes',
		reported: ['flow-control', 'flowschemas/probes'],
		stays: () => has(`flowschemas.${flows}`, '', 'probes'),
	},
	'the level of a flow': {
		resource: `prioritylevelconfigurations.${flows}`,
		namespace: '',
		name: 'workload-low',
		reported: ['flow-control', 'prioritylevelconfigurations/workload-low'],
		stays: () => stored(`flowschemas.${flows}`, '', 'service-accounts'),
	},
	"the server's own service": {
		resource: 'endpoints',
		namespace: 'default',
		name: 'orch',
		reported: ['own-service', 'orch'],
		stays: () => has('endpoints', 'default', 'orch'),
	},
	'what servers behind this one are told': {
		resource: 'configmaps',
		namespace: 'orch-system',
		name: 'extension-apiserver-authentication',
		reported: ['authentication-info', 'extension-apiserver-authentication'],
		stays: () => has('configmaps', 'orch-system', 'extension-apiserver-authentication'),
	},
	'a lease of a server': {
		resource: 'leases.coordination.orch.io',
		namespace: 'orch-system',
		name: 'apiserver-0',
		before: () => make('/apis/coordination.orch.io/v1/namespaces/orch-system/leases', 'apiserver-0'),
		reported: ['own-lease', expect.stringMatching(/^apiserver-/) as unknown as string],
		stays: () => has('leases.coordination.orch.io', 'orch-system', 'apiserver-0'),
	},
};

describe('an object that is damaged', () => {
	const before = new Map<string, unknown>();

	beforeAll(async () => {
		server = await testServer({
			release: '1.33',
			gates: { AllowUnsafeMalformedObjectDeletion: true },
			chosen: controllers,
			advertisedAddress: '10.1.2.3',
			parts: { flowObjectsMade: () => undefined, authenticationInfo: { data: () => ({ 'client-ca-file': 'PEM' }), onChange: () => () => undefined } },
		});
		for (const row of Object.values(rows)) await row.before?.();
		await soon(() => stored(`clusterroles.${rbac}`, '', 'admin').includes('"pods/exec"'));
		for (const [what, row] of Object.entries(rows)) before.set(what, row.stays());
		expect(server.failures).toEqual([]);
		await server.restart(controllers, (path) => {
			const db = new DatabaseSync(path);
			const damage = db.prepare("UPDATE objects SET bytes = CAST('{}' AS BLOB) WHERE resource = ? AND namespace = ? AND name = ?");
			for (const { resource, namespace, name } of Object.values(rows)) expect([name, damage.run(resource, namespace, name).changes]).toEqual([name, 1]);
			db.close();
		});
	}, 60_000);
	afterAll(() => server.close());

	test.each(Object.entries(rows))('%s keeps its state, and is reported', { timeout: 30_000 }, async (what, { name, after, reported, stays }) => {
		await after?.();
		const [controller, subject] = reported;
		await vi.waitFor(
			() =>
				expect(server.failures.map((failure) => ({ ...failure, error: damageOf(failure.error) }))).toContainEqual({
					controller,
					subject,
					error: expect.stringContaining('differs from the written'),
				}),
			{ timeout: 20_000, interval: 20 },
		);
		expect(stays(), name).toEqual(before.get(what));
	});

	test('is the only failure of any controller', () => {
		expect(server.failures.filter(({ error }) => damageOf(error) === undefined)).toEqual([]);
	});

	test('keeps nothing from going on once it is taken away', { timeout: 60_000 }, async () => {
		const gone = async (url: string): Promise<void> => {
			expect((await server.call('DELETE', url, { body: { ignoreStoreReadErrorWithClusterBreakingPotential: true } })).status).toBe(200);
		};
		await gone(`${roles}/edit`);
		await gone(`${roles}/system:discovery`);
		await soon(() => !stored(`clusterroles.${rbac}`, '', 'admin').includes('"pods/exec"'));
		await gone(core('foreground', 'secrets', 'child'));
		await soon(() => !has('configmaps', 'foreground', 'owner'));
		await gone(core('going', 'configmaps', 'c'));
		await soon(() => !has('namespaces', '', 'going'));
	});
});
