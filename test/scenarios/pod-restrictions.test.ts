/**
 * Tests plugins that restrict pods and owners on the built server (seed 3, "Built-in admission plugins"): SecurityContextDeny,
 * ImagePolicyWebhook, PodNodeSelector, PodTolerationRestriction and OwnerReferencesPermissionEnforcement.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Loose, patchTypes } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type Answer, type ServerProcess, startServer } from '../setup/server.ts';
import { answering, type Behaviour, startWebhook, type WebhookServer } from '../setup/webhook.ts';

const scratch = makeScratch();
const log = join(scratch.path, 'audit.log');
const configuration = join(scratch.path, 'admission.yaml');
const plugins = ['SecurityContextDeny', 'ImagePolicyWebhook', 'PodNodeSelector', 'PodTolerationRestriction', 'OwnerReferencesPermissionEnforcement'];
const pods = '/api/v1/namespaces/n/pods';
const containers = [{ name: 'c', image: 'registry/app:1' }];
const reviewVersion = 'imagepolicy.k8s.io/v1alpha1';
const verdict = (status: object): Behaviour => answering(200, () => ({ apiVersion: reviewVersion, kind: 'ImageReview', status }));
const placement = {
	'scheduler.alpha.kubernetes.io/node-selector': 'pool=n',
	'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"pool","operator":"Exists"}]',
};

let backend: WebhookServer;
let server: ServerProcess;
let count = 0;

/** Writes the configuration of admission. `imagePolicy` is added to the settings of ImagePolicyWebhook. */
function configure(imagePolicy: object): void {
	const sections = [
		{ name: 'ImagePolicyWebhook', configuration: { imagePolicy: { kubeConfigFile: backend.config, retryBackoff: 1, ...imagePolicy } } },
		{ name: 'PodNodeSelector', configuration: { podNodeSelectorPluginConfig: { narrow: 'pool=narrow' } } },
		{
			name: 'PodTolerationRestriction',
			configuration: {
				...{ apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration' },
				whitelist: ['pool', 'node.kubernetes.io/memory-pressure', 'node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].map((key) => ({
					key,
					operator: 'Exists',
				})),
			},
		},
	];
	writeFileSync(configuration, JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins: sections }));
}

const start = (): Promise<ServerProcess> =>
	startServer(inject('built').kubernetes, {
		dataDir: join(scratch.path, 'data'),
		flags: ['--enable-admission-plugins', plugins.join(), '--admission-control-config-file', configuration, '--audit-log-path', log],
	});

beforeAll(async () => {
	backend = await startWebhook();
	configure({});
	server = await start();
	await ask(201, 'POST', '/api/v1/namespaces', { metadata: { name: 'n', annotations: placement } });
	await ask(201, 'POST', '/api/v1/namespaces', { metadata: { name: 'narrow' } });
});
beforeEach(() => backend.behave(verdict({ allowed: true })));
afterAll(async () => {
	await server?.stop();
	await backend?.close();
	scratch.remove();
});

async function ask(status: number, method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer> {
	const answer = await server.call(method, path, body, headers);
	expect({ path, status: answer.status, text: answer.status === status ? '' : answer.text }).toEqual({ path, status, text: '' });
	return answer;
}

/** Creates a pod of its own image, unless the wish states others. */
function create(status: number, spec: object = {}, { path = pods, annotations = {} } = {}): Promise<Answer> {
	count++;
	const image = `registry/app:${count}`;
	return ask(status, 'POST', path, { metadata: { name: `p${count}`, annotations }, spec: { containers: [{ name: 'c', image }], ...spec } });
}

const messageOf = (answer: Answer): string => (answer.json() as Loose).message;

function annotationsOf({ headers }: Answer): Loose {
	const events = readFileSync(log, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Loose);
	return events.find(({ auditID, stage }) => auditID === headers['audit-id'] && stage === 'ResponseComplete').annotations;
}

describe('placement', () => {
	it('comes from the annotations of the namespace', async () => {
		const { spec } = (await create(201, { nodeSelector: { disk: 'fast' } })).json() as Loose;
		expect(spec.nodeSelector).toEqual({ disk: 'fast', pool: 'n' });
		expect(spec.tolerations).toContainEqual({ key: 'pool', operator: 'Exists' });
	});

	it('may not contradict them or the configuration', async () => {
		expect(messageOf(await create(403, { nodeSelector: { pool: 'x' } }))).toMatch(/conflicts with its namespace node label selector$/);
		expect(messageOf(await create(403, { nodeSelector: { disk: 'fast' } }, { path: '/api/v1/namespaces/narrow/pods' }))).toMatch(/namespace whitelist$/);
		const answer = await create(500, { tolerations: [{ key: 'other', operator: 'Exists' }] });
		expect(answer.json()).toMatchObject({
			message: 'pod tolerations (possibly merged with namespace default tolerations) conflict with its cluster whitelist',
			code: 500,
		});
	});
});

describe('security contexts', () => {
	it('that name users and groups are refused', async () => {
		expect(messageOf(await create(403, { securityContext: { runAsUser: 1 } }))).toMatch(
			/^pods "p\d+" is forbidden: pod\.Spec\.SecurityContext\.RunAsUser is forbidden$/,
		);
	});
});

describe('images', () => {
	it('are reviewed with the matching annotations, and once while the answer is valid', async () => {
		const spec = { containers: [...containers, { name: 'd', image: 'b' }], initContainers: [{ name: 'i', image: 'a' }] };
		const annotations = { 'my.image-policy.k8s.io/ticket': '7', other: 'x' };
		await create(201, spec, { annotations });
		await create(201, spec, { annotations });
		expect(backend.asked).toEqual([
			{
				...{ client: 'the-server', authorization: undefined, path: '/decide?by=rules&timeout=30s' },
				review: {
					...{ kind: 'ImageReview', apiVersion: reviewVersion, metadata: { creationTimestamp: null } },
					spec: {
						containers: [{ image: 'registry/app:1' }, { image: 'b' }, { image: 'a' }],
						annotations: { 'my.image-policy.k8s.io/ticket': '7' },
						namespace: 'n',
					},
					status: { allowed: false },
				},
			},
		]);
	});

	it('are refused with the reason of the backend, which may annotate the audit', async () => {
		backend.behave(verdict({ allowed: false, reason: 'unsigned', auditAnnotations: { 'signed-by': 'nobody', 'not valid': 'x' } }));
		const answer = await create(403);
		expect(messageOf(answer)).toMatch(/^pods "p\d+" is forbidden: image policy webhook backend denied one or more images: unsigned$/);
		const annotations = annotationsOf(answer);
		expect(annotations['imagepolicywebhook.image-policy.k8s.io/signed-by']).toBe('nobody');
		expect(Object.keys(annotations).filter((key) => key.includes('not valid'))).toEqual([]);
		backend.behave(verdict({ allowed: false }));
		expect(messageOf(await create(403))).toMatch(/: one or more images rejected by webhook backend$/);
	});

	it('are refused when the backend fails', async () => {
		backend.behave(answering(500, () => 'broken'));
		expect(messageOf(await create(403))).toMatch(/: an error on the server \("unknown"\) has prevented the request from succeeding$/);
		expect(backend.asked).toHaveLength(5);
		backend.behave(answering(200, () => ({ kind: 'Other' })));
		expect(messageOf(await create(403))).toMatch(/expected ImageReview/);
	});

	it('of ephemeral containers are reviewed alone, and no other subresource', async () => {
		const name = (await create(201)).json() as Loose;
		const path = `${pods}/${name.metadata.name}`;
		backend.behave(verdict({ allowed: true }));
		const debug = { spec: { ephemeralContainers: [{ name: 'debug', image: 'tools', terminationMessagePolicy: 'File' }] } };
		await ask(200, 'PATCH', `${path}/ephemeralcontainers`, debug, patchTypes.strategic);
		await ask(200, 'PATCH', `${path}/status`, { status: { phase: 'Running' } }, patchTypes.merge);
		expect(backend.asked.map(({ review }) => (review as Loose).spec)).toEqual([{ containers: [{ image: 'tools' }], namespace: 'n' }]);
	});
});

describe('owners', () => {
	const maps = '/api/v1/namespaces/n/configmaps';
	const asEditor = { 'impersonate-user': 'editor', 'impersonate-group': 'system:authenticated' };

	it('may be changed by users who may delete the object, and blocked by those who may finalize them', async () => {
		const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch', 'get'] }];
		await ask(201, 'POST', '/apis/rbac.authorization.k8s.io/v1/namespaces/n/roles', { metadata: { name: 'editor' }, rules });
		await ask(201, 'POST', '/apis/rbac.authorization.k8s.io/v1/namespaces/n/rolebindings', {
			metadata: { name: 'editor' },
			roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'editor' },
			subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'editor' }],
		});
		const { metadata } = (await ask(201, 'POST', maps, { metadata: { name: 'owner' } })).json() as Loose;
		const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid };
		await ask(201, 'POST', maps, { metadata: { name: 'dependent', ownerReferences: [owner] } }, asEditor);
		const blocked = await ask(403, 'POST', maps, { metadata: { name: 'blocking', ownerReferences: [{ ...owner, blockOwnerDeletion: true }] } }, asEditor);
		expect(messageOf(blocked)).toBe(
			'configmaps "blocking" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>',
		);
		const removal = await ask(403, 'PATCH', `${maps}/dependent`, { metadata: { ownerReferences: null } }, { ...asEditor, ...patchTypes.merge });
		expect(messageOf(removal)).toBe('configmaps "dependent" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>');
		await ask(200, 'PATCH', `${maps}/dependent`, { data: { a: 'b' } }, { ...asEditor, ...patchTypes.merge });
		await ask(200, 'PATCH', `${maps}/dependent`, { metadata: { ownerReferences: null } }, patchTypes.merge);
	});
});

describe('a server', () => {
	it('allows images despite a failing backend if configured', async () => {
		await server.stop();
		configure({ defaultAllow: true });
		server = await start();
		backend.behave(answering(404, () => 'gone'));
		expect(annotationsOf(await create(201))['imagepolicywebhook.image-policy.k8s.io/failed-open']).toBe('true');
	});

	it.each<[what: string, imagePolicy: object, sentence: string]>([
		['an excessive time', { allowTTL: 1801 }, 'imagePolicy.allowTTL: expected a whole number of seconds from 1 to 1800'],
		['an unreadable file', { kubeConfigFile: 'missing.yaml' }, 'imagePolicy.kubeConfigFile: '],
	])('refuses to start with %s', async (_what, imagePolicy, sentence) => {
		await server.stop();
		configure(imagePolicy);
		await expect(start()).rejects.toThrow(sentence);
		configure({});
		server = await start();
	});
});
