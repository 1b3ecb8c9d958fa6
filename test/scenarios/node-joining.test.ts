/**
 * Tests the steps of docs/guide/certificates.md in which a machine joins as a node. It requests a certificate with a bootstrap token. The
 * server approves and signs the request. The certificate is limited to the node.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasOpenssl, makeRequest, settledStatus } from '../setup/certificate-requests.ts';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
const token = 'abcdef.0123456789abcdef';
const nodes = 'system:certificates.k8s.io:certificatesigningrequests';

const scratch = makeScratch();

describe.skipIf(!hasOpenssl('no node has joined'))('a machine that joins', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		const flags = ['--enable-bootstrap-token-auth', '--authorization-mode', 'Node,RBAC', '--emulated-version', '1.36'];
		server = await startServer(inject('built').kubernetes, { flags });
		await made('/api/v1/namespaces/kube-system/secrets', {
			metadata: { name: 'bootstrap-token-abcdef' },
			type: 'bootstrap.kubernetes.io/token',
			stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' },
		});
		await bind('bootstrap', 'system:bootstrappers', 'system:node-bootstrapper');
		await bind('approve-new', 'system:bootstrappers', `${nodes}:nodeclient`);
		await bind('approve-renewed', 'system:nodes', `${nodes}:selfnodeclient`);
	});
	afterAll(async () => {
		await server?.remove();
		scratch.remove();
	});

	async function made(path: string, body: object): Promise<void> {
		const answer = await server.call('POST', path, body);
		expect(answer.status, answer.text).toBe(201);
	}

	const bind = (name: string, group: string, role: string): Promise<void> =>
		made(bindings, {
			metadata: { name },
			roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
			subjects: [{ kind: 'Group', name: group }],
		});

	interface Pair {
		readonly cert: Buffer;
		readonly key: Buffer;
	}

	/** Asks for the certificate of a node, with a token or with an earlier certificate. */
	async function join(name: string, who: { readonly token?: string; readonly pair?: Pair }): Promise<Pair> {
		const { request, key } = makeRequest(scratch.path, name, '/O=system:nodes/CN=system:node:n1');
		const spec = { request, signerName: 'kubernetes.io/kube-apiserver-client-kubelet', usages: ['digital signature', 'client auth'] };
		const headers = who.token === undefined ? {} : { authorization: `Bearer ${who.token}` };
		const answer = await call(server.url, { ca: server.credentials.ca, ...who.pair }, 'POST', requests, { metadata: { name }, spec }, headers);
		expect(answer.status, answer.text).toBe(201);
		const status = await settledStatus(server, `${requests}?fieldSelector=metadata.name%3D${name}`);
		return { cert: Buffer.from(status.certificate, 'base64'), key };
	}

	const as = (pair: Pair, method: string, path: string, body?: object) => call(server.url, { ca: server.credentials.ca, ...pair }, method, path, body);

	it('logs in with the certificate that its token has got it, keeps its node alone, and renews the certificate', async () => {
		const first = await join('first', { token });
		const whoami = await as(first, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
		expect((whoami.json() as Loose).status.userInfo).toMatchObject({ username: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] });
		expect((await as(first, 'POST', '/api/v1/nodes', { metadata: { name: 'n1' } })).status).toBe(201);
		const other = await as(first, 'POST', '/api/v1/nodes', { metadata: { name: 'n2' } });
		expect(other.status).toBe(403);
		expect((other.json() as Loose).message).toContain('node "n1" is not allowed to modify node "n2"');
		expect((await as(first, 'GET', '/api/v1/secrets')).status).toBe(403);
		await join('renewed', { pair: first });
		const conditions = ((await server.call('GET', `${requests}/renewed`)).json() as Loose).status.conditions;
		expect(conditions).toMatchObject([{ type: 'Approved', message: 'Auto approving self kubelet client certificate after SubjectAccessReview.' }]);
	});
});
