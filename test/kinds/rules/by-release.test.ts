/** Tests rules of pods and volumes that later releases changed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

const pods = '/api/v1/namespaces/default/pods';
const volumes = '/api/v1/persistentvolumes';
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const podWith = (part: JsonObject, ofContainer: JsonObject = {}): JsonObject => ({
	metadata: { name: 'x' },
	spec: { containers: [{ name: 'c', image: 'i', ...ofContainer }], ...part },
});
const volume = { metadata: { name: 'x' }, spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, nfs: { server: 's', path: '/' } } };

describe.each(['1.25', '1.36'])('release %s', (release) => {
	let server: TestServer;
	beforeAll(async () => {
		server = await testServer({ release });
	});
	afterAll(() => server.close());
	const isLater = release !== '1.25';

	it.each([
		['a b', isLater],
		['1st', isLater],
		['MY_NAME', true],
		['a=b', false],
		['é', false],
	])('a variable %j', async (name, isTaken) => {
		const made = await server.call('POST', `${pods}?dryRun=All`, { body: podWith({}, { env: [{ name, value: 'v' }] }) });
		expect(made.status).toBe(isTaken ? 201 : 422);
		if (!isTaken) expect(made.body.message).toContain('spec.containers[0].env[0].name: Invalid value');
	});

	it.each([
		[{ name: 'c', resourceClaimName: 'a' }, ''],
		[{ name: 'c' }, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'],
		[
			{ name: 'c', resourceClaimName: 'a', resourceClaimTemplateName: 'b' },
			'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified',
		],
		[{ name: 'A', resourceClaimName: 'a' }, 'a lowercase RFC 1123 label'],
	])('a claim of devices %j', async (claim, why) => {
		const made = await server.call('POST', `${pods}?dryRun=All`, { body: podWith({ resourceClaims: [claim] }) });
		expect(made.status).toBe(why === '' || !isLater ? 201 : 422);
		if (made.status === 422) expect(made.body.message).toContain(why);
		else expect(made.body.spec.resourceClaims).toEqual(isLater ? [claim] : undefined);
	});

	it('allows a later class of a claim, and other attributes of a bound one, if the release does', async () => {
		const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
		await server.call('POST', claims, { body: { metadata: { name: 'c' }, spec } });
		const change = async (part: JsonObject, at = ''): Promise<string> => {
			const { status, body } = await server.call('PATCH', `${claims}/c${at}`, { body: part, type: 'application/merge-patch+json' });
			return status === 200 ? '' : body.message;
		};
		const fixed = `spec: Forbidden: spec is immutable after creation except resources.requests${isLater ? ' and volumeAttributesClassName' : ''} for bound claims`;
		expect((await change({ spec: { storageClassName: 'late' } })).includes(fixed)).toBe(!isLater);
		expect(await change({ spec: { storageClassName: 'other' } })).toContain(fixed);
		if (!isLater) return;
		expect(await change({ spec: { storageClassName: null } })).toContain(fixed);
		expect(await change({ spec: { volumeAttributesClassName: 'gold' } })).toContain(fixed);
		expect(await change({ status: { phase: 'Bound' } }, '/status')).toBe('');
		expect(await change({ spec: { volumeAttributesClassName: 'gold' } })).toBe('');
		expect(await change({ spec: { volumeAttributesClassName: null } })).toBe('');
		expect(await change({ spec: { volumeAttributesClassName: 'silver' } })).toBe('');
		expect(await change({ status: { currentVolumeAttributesClassName: 'silver' } }, '/status')).toBe('');
		expect(await change({ metadata: { labels: { a: 'b' } } })).toBe('');
		const kept = 'spec.volumeAttributesClassName: Forbidden: update to nil is forbidden when status.currentVolumeAttributesClassName is not nil';
		expect(await change({ spec: { volumeAttributesClassName: null } })).toContain(kept);
	});

	it("has the time of a volume's last phase change, if the release does", async () => {
		const made = await server.call('POST', volumes, { body: volume });
		const first = made.body.status.lastPhaseTransitionTime;
		expect(typeof first).toBe(isLater ? 'string' : 'undefined');
		const told = async (status: JsonObject): Promise<JsonObject> =>
			(await server.call('PATCH', `${volumes}/x/status`, { body: { status }, type: 'application/merge-patch+json' })).body.status;
		expect(await told({ message: 'm', lastPhaseTransitionTime: null })).toEqual({
			phase: 'Pending',
			message: 'm',
			...(isLater && { lastPhaseTransitionTime: first }),
		});
		const said = '2001-01-01T00:00:00Z';
		expect((await told({ phase: 'Available', lastPhaseTransitionTime: said })).lastPhaseTransitionTime).toBe(isLater ? said : undefined);
		const next = (await told({ phase: 'Bound' })).lastPhaseTransitionTime;
		if (isLater) expect(String(next) > said).toBe(true);
		else expect(next).toBeUndefined();
	});
});

describe.each([
	['1.27', []],
	['1.28', ['port', 'selector']],
	['1.31', ['port', 'selector']],
	['1.32', ['path', 'port', 'selector']],
	['1.33', ['name', 'path', 'port', 'selector']],
] as const)('warnings of %s', (release, wanted) => {
	it('are those of the release', async () => {
		const server = await testServer({ release });
		const port = (name: string, containerPort: number) => ({ name, containerPort });
		const sources = [
			{ configMap: { name: 'a' } },
			{ configMap: { name: 'b', items: [{ key: 'k', path: 'p' }] } },
			{ secret: { name: 'c', items: [{ key: 'k', path: 'p/q' }] } },
		];
		const part = {
			volumes: [{ name: 'v', projected: { sources } }],
			initContainers: [{ name: 'first', image: 'i', ports: [port('q', 81)] }],
			affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z' }] } },
		};
		const made = await server.call('POST', `${pods}?dryRun=All`, { body: podWith(part, { ports: [port('p', 80), port('q', 80)] }) });
		expect(made.status).toBe(201);
		const kinds: readonly (readonly [string, RegExp])[] = [
			['name', /duplicate port name/],
			['path', /overlapping path/],
			['port', /(duplicate|overlapping) port definition/],
			['selector', /null labelSelector/],
		];
		expect(kinds.filter(([, text]) => made.warnings.some((warning) => text.test(warning))).map(([name]) => name)).toEqual(wanted);
		await server.close();
	});
});

it.each([
	['1.28', 201],
	['1.29', 422],
] as const)('a sysctl of the node together with the host network, at %s', async (release, status) => {
	const server = await testServer({ release });
	const part = { hostNetwork: true, securityContext: { sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] } };
	expect((await server.call('POST', `${pods}?dryRun=All`, { body: podWith(part) })).status).toBe(status);
	await server.close();
});
