/** Tests the admission plugins and controllers of claims, volumes and classes: defaults, growth, protection, claims of pods. */
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { expecting, type Loose, patchTypes } from '../setup/loose.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { podsIn } from './pods.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

const { pods } = podsIn('default');
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const volumes = '/api/v1/persistentvolumes';
const classes = '/apis/storage.k8s.io/v1/storageclasses';
const networking = '/apis/networking.k8s.io/v1';
const ingresses = `${networking}/namespaces/default/ingresses`;

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const claim = (name: string, spec: object = {}, annotations?: object): object => ({ metadata: { name, annotations }, spec: { ...claimSpec, ...spec } });
const ingress = (name: string, spec: object = {}, annotations?: object): object => ({
	metadata: { name, annotations },
	spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, ...spec },
});
const pod = (name: string, spec: object): object => ({ metadata: { name }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } });
const using = (claimName: string, more: object = {}): object => ({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }], ...more });

let server: ServerProcess;
let later: ServerProcess;
const expectStatus = expecting(() => server);
const inLater = expecting(() => later);
const isGone = (path: string, expectIn = expectStatus): Promise<void> => vi.waitFor(() => expectIn(404, 'GET', path), { timeout: 30_000 });
/** Resolves when the controllers have seen the writes before: a marked object that nothing keeps is gone. */
async function settled(): Promise<void> {
	await expectStatus(201, 'POST', claims, claim('probe'));
	await expectStatus(200, 'DELETE', `${claims}/probe`);
	await isGone(`${claims}/probe`);
}

beforeAll(async () => {
	const built = inject('built').kubernetes;
	[server, later] = await Promise.all([startServer(built), startServer(built, { flags: ['--emulated-version', '1.36'] })]);
});
afterAll(() => Promise.all([server.remove(), later.remove()]));

describe.each([
	[
		'storage',
		classes,
		claims,
		claim,
		'storageClassName',
		'StorageClasses',
		{ provisioner: 'p' },
		'storageclass',
		'volume.beta.kubernetes.io/storage-class',
		'persistentvolumeclaims',
	],
	[
		'ingress',
		`${networking}/ingressclasses`,
		ingresses,
		ingress,
		'ingressClassName',
		'IngressClasses',
		{ spec: { controller: 'example.com/c' } },
		'ingressclass',
		'kubernetes.io/ingress.class',
		'ingresses.networking.k8s.io',
	],
] as const)('the default class: %s', (_what, classPath, path, object, field, plural, content, domain, annotation, resource) => {
	const mark = { annotations: { [`${domain}.kubernetes.io/is-default-class`]: 'true' } };

	it('applies to objects without a class, and is unique up to 1.25', async () => {
		const made = async (name: string, spec?: object, annotations?: object): Promise<unknown> =>
			(await expectStatus(201, 'POST', path, object(name, spec, annotations))).spec[field];
		expect(await made('without')).toBeUndefined();
		await expectStatus(201, 'POST', classPath, { metadata: { name: 'plain' }, ...content });
		await expectStatus(201, 'POST', classPath, { metadata: { name: 'b', ...mark }, ...content });
		expect(await made('defaulted')).toBe('b');
		expect(await made('own', { [field]: 'plain' })).toBe('plain');
		expect(await made('annotated', {}, { [annotation]: 'plain' })).toBeUndefined();
		await expectStatus(201, 'POST', classPath, { metadata: { name: 'a', ...mark }, ...content });
		const { message, reason } = await expectStatus(403, 'POST', path, object('torn'));
		expect([message, reason]).toEqual([`${resource} "torn" is forbidden: Internal error occurred: 2 default ${plural} were found`, 'Forbidden']);
		expect(await made('own-still', { [field]: 'plain' })).toBe('plain');
		const updated = await expectStatus(200, 'PATCH', `${path}/without`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
		expect(updated.spec[field]).toBeUndefined();
		for (const name of ['a', 'b', 'plain']) await expectStatus(200, 'DELETE', `${classPath}/${name}`);
	});

	it('is the newest of several in later releases, then the first by name', async () => {
		for (const name of ['b', 'a']) await inLater(201, 'POST', classPath, { metadata: { name, ...mark }, ...content });
		const listed = (await inLater(200, 'GET', classPath)).items as Loose[];
		const [newest] = listed.sort(({ metadata: a }, { metadata: b }) => b.creationTimestamp.localeCompare(a.creationTimestamp) || a.name.localeCompare(b.name));
		expect((await inLater(201, 'POST', path, object('newest'))).spec[field]).toBe(newest.metadata.name);
		for (const name of ['a', 'b']) await inLater(200, 'DELETE', `${classPath}/${name}`);
	});
});

describe('the size of a claim', () => {
	it('grows only if the claim is bound and its class allows it', async () => {
		await expectStatus(201, 'POST', classes, { metadata: { name: 'grows' }, provisioner: 'p', allowVolumeExpansion: true });
		await expectStatus(201, 'POST', classes, { metadata: { name: 'stays' }, provisioner: 'p' });
		const more = { spec: { resources: { requests: { storage: '2Gi' } } } };
		const resize = (code: number, name: string): Promise<Loose> => expectStatus(code, 'PATCH', `${claims}/${name}`, more, patchTypes.merge);
		const fixed = 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
		for (const [name, storageClassName, phase, refusal] of [
			['growing', 'grows', 'Bound', undefined],
			['staying', 'stays', 'Bound', fixed],
			['classless', '', 'Bound', fixed],
			['lost-class', 'nope', 'Bound', fixed],
		] as const) {
			await expectStatus(201, 'POST', claims, claim(name, { storageClassName }));
			await expectStatus(200, 'PATCH', `${claims}/${name}/status`, { status: { phase } }, patchTypes.merge);
			const answer = await resize(refusal === undefined ? 200 : 403, name);
			if (refusal !== undefined) expect(answer.message).toBe(`persistentvolumeclaims "${name}" is forbidden: ${refusal}`);
			const same = await expectStatus(200, 'PATCH', `${claims}/${name}`, { metadata: { labels: { a: 'b' } } }, patchTypes.merge);
			expect(same.spec.resources.requests.storage).toBe(refusal === undefined ? '2Gi' : '1Gi');
		}
	});
});

describe('a deleted claim', () => {
	it('stays as long as a pod on a node uses it', async () => {
		await expectStatus(201, 'POST', claims, claim('used'));
		await expectStatus(201, 'POST', claims, claim('free'));
		await expectStatus(201, 'POST', pods, pod('user', using('used', { nodeName: 'n' })));
		await expectStatus(201, 'POST', pods, pod('waiting', using('free')));
		expect((await expectStatus(200, 'GET', `${claims}/used`)).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
		await expectStatus(200, 'DELETE', `${claims}/used`);
		await expectStatus(200, 'DELETE', `${claims}/free`);
		await isGone(`${claims}/free`);
		await settled();
		const kept = await expectStatus(200, 'GET', `${claims}/used`);
		expect([kept.metadata.finalizers, kept.metadata.deletionTimestamp]).toEqual([['kubernetes.io/pvc-protection'], expect.any(String)]);
		await expectStatus(200, 'DELETE', `${pods}/user?gracePeriodSeconds=0`);
		await isGone(`${claims}/used`);
	});

	it('keeps the finalizers of others', async () => {
		const finalizers = ['example.com/other', 'kubernetes.io/pvc-protection'];
		await expectStatus(201, 'POST', claims, { ...claim('others'), metadata: { name: 'others', finalizers } });
		await expectStatus(200, 'DELETE', `${claims}/others`);
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', `${claims}/others`)).metadata.finalizers).toEqual(['example.com/other']), {
			timeout: busyMs,
		});
		await expectStatus(200, 'PATCH', `${claims}/others`, { metadata: { finalizers: null } }, patchTypes.merge);
		await isGone(`${claims}/others`);
	});

	it('gets its finalizer again after its removal', async () => {
		await expectStatus(201, 'POST', claims, claim('again'));
		await expectStatus(200, 'PATCH', `${claims}/again`, { metadata: { finalizers: null } }, patchTypes.merge);
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', `${claims}/again`)).metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']), {
			timeout: busyMs,
		});
	});
});

describe('a deleted volume', () => {
	it('stays as long as it is bound', async () => {
		const spec = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } };
		for (const name of ['bound', 'available']) await expectStatus(201, 'POST', volumes, { metadata: { name }, spec });
		const { metadata } = await expectStatus(200, 'PATCH', `${volumes}/bound/status`, { status: { phase: 'Bound' } }, patchTypes.merge);
		expect(metadata.finalizers).toEqual(['kubernetes.io/pv-protection']);
		for (const name of ['bound', 'available']) await expectStatus(200, 'DELETE', `${volumes}/${name}`);
		await isGone(`${volumes}/available`);
		await expectStatus(200, 'GET', `${volumes}/bound`);
		await expectStatus(200, 'PATCH', `${volumes}/bound/status`, { status: { phase: 'Released' } }, patchTypes.merge);
		await isGone(`${volumes}/bound`);
	});
});

describe('a deleted class of volume attributes', () => {
	it('stays as long as a claim names it, in releases that have the kind', async () => {
		const path = '/apis/storage.k8s.io/v1/volumeattributesclasses';
		for (const name of ['gold', 'unused']) {
			const made = await inLater(201, 'POST', path, { metadata: { name }, driverName: 'd.example.com', parameters: { a: 'b' } });
			expect(made.metadata.finalizers).toEqual(['kubernetes.io/vac-protection']);
		}
		await inLater(201, 'POST', claims, claim('golden', { volumeAttributesClassName: 'gold' }));
		for (const name of ['gold', 'unused']) await inLater(200, 'DELETE', `${path}/${name}`);
		await isGone(`${path}/unused`, inLater);
		await inLater(200, 'GET', `${path}/gold`);
		await inLater(200, 'DELETE', `${claims}/golden`);
		await isGone(`${path}/gold`, inLater);
	});
});

describe('the ephemeral volume of a pod', () => {
	const template = { metadata: { labels: { of: 'pod' }, annotations: { a: 'b' } }, spec: claimSpec };
	const spec = { volumes: [{ name: 'scratch', ephemeral: { volumeClaimTemplate: template } }] };
	const claimNow = (name: string): Promise<Loose> => vi.waitFor(() => expectStatus(200, 'GET', `${claims}/${name}`), { timeout: 30_000 });

	it('gets a claim that the pod owns, again when it is deleted, and no more after the pod', async () => {
		const { metadata } = await expectStatus(201, 'POST', pods, pod('web', spec));
		const made = await claimNow('web-scratch');
		const owner = { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: metadata.uid, controller: true, blockOwnerDeletion: true };
		expect([made.metadata.ownerReferences, made.metadata.labels, made.metadata.annotations]).toEqual([[owner], { of: 'pod' }, { a: 'b' }]);
		expect(made.spec).toMatchObject(claimSpec);
		await expectStatus(200, 'DELETE', `${claims}/web-scratch`);
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', `${claims}/web-scratch`)).metadata.uid).not.toBe(made.metadata.uid), {
			timeout: 30_000,
		});
		await expectStatus(200, 'DELETE', `${pods}/web`);
		await isGone(`${claims}/web-scratch`);
	});

	it('waits for a foreign claim of the same name', async () => {
		await expectStatus(201, 'POST', claims, claim('late-scratch'));
		await expectStatus(201, 'POST', pods, pod('late', spec));
		await vi.waitFor(() => expect(server.log()).toContain('PVC default/late-scratch was not created for pod default/late (pod is not owner)'), {
			timeout: busyMs,
		});
		expect((await expectStatus(200, 'GET', `${claims}/late-scratch`)).metadata.ownerReferences).toBeUndefined();
		await expectStatus(200, 'DELETE', `${claims}/late-scratch`);
		await vi.waitFor(async () => expect((await expectStatus(200, 'GET', `${claims}/late-scratch`)).metadata.ownerReferences).toHaveLength(1), {
			timeout: 30_000,
		});
	});
});

describe('a kill', () => {
	it('loses no work of the controllers', async () => {
		const built = inject('built').kubernetes;
		const off = ['--controllers', '*,-pvc-protection,-ephemeral-volume,-pv-protection'];
		const before = await startServer(built, { flags: off });
		await expecting(() => before)(201, 'POST', claims, claim('marked'));
		await expecting(() => before)(200, 'DELETE', `${claims}/marked`);
		const template = { spec: claimSpec };
		await expecting(() => before)(201, 'POST', pods, pod('web', { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: template } }] }));
		await expecting(() => before)(200, 'GET', `${claims}/marked`);
		await before.kill();
		const after = await startServer(built, { dataDir: before.dataDir });
		await isGone(
			`${claims}/marked`,
			expecting(() => after),
		);
		await vi.waitFor(() => expecting(() => after)(200, 'GET', `${claims}/web-v`), { timeout: 30_000 });
		await after.remove();
	});
});
