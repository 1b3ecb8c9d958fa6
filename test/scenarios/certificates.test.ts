/**
 * Tests certificate requests (seed 3, "CertificateSigningRequest") with RBAC and openssl: permissions on signers, the built-in signers, and
 * the certificates that they issue.
 */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasOpenssl, makeAuthority, makeRequest, type RequestOptions, settledStatus } from '../setup/certificate-requests.ts';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type Answer, call, type ServerProcess, startServer } from '../setup/server.ts';

const group = 'certificates.k8s.io';
const requests = `/apis/${group}/v1/certificatesigningrequests`;
const rbac = '/apis/rbac.authorization.k8s.io/v1';
const merge = { 'content-type': 'application/merge-patch+json' };
const signer = 'example.com/signer';
const approved = { type: 'Approved', status: 'True', reason: 'Test' };

const scratch = makeScratch();

describe.skipIf(!hasOpenssl('no certificate was requested'))('certificate requests', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		const gates = ['--feature-gates', 'ClusterTrustBundle=true,PodCertificateRequest=true', '--runtime-config', `${group}/v1beta1=true`];
		server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', ...gates] });
		const resources = ['certificatesigningrequests', 'certificatesigningrequests/approval', 'certificatesigningrequests/status'];
		await grant('anybody', { apiGroups: [group], resources: [...resources, 'clustertrustbundles', 'podcertificaterequests/status'], verbs: ['*'] });
		await grant('by-name', { apiGroups: [group], resources: ['signers'], resourceNames: [signer], verbs: ['approve', 'sign', 'attest'] });
		await grant('by-domain', { apiGroups: [group], resources: ['signers'], resourceNames: ['example.com/*'], verbs: ['approve', 'sign', 'attest'] });
		await grant('of-another', { apiGroups: [group], resources: ['signers'], resourceNames: ['example.com/other'], verbs: ['*'] });
		await grant('of-a-longer', { apiGroups: [group], resources: ['signers'], resourceNames: ['example.com', 'example.com/sign*'], verbs: ['*'] });
	});
	afterAll(async () => {
		await server?.remove();
		scratch.remove();
	});

	/** Gives a permission to a user, and to all users in the case of `anybody`. */
	async function grant(name: string, rule: object): Promise<void> {
		const subject = name === 'anybody' ? { kind: 'Group', name: 'system:authenticated' } : { kind: 'User', name };
		await made('POST', `${rbac}/clusterroles`, { metadata: { name: `test:${name}` }, rules: [rule] });
		const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: `test:${name}` };
		await made('POST', `${rbac}/clusterrolebindings`, { metadata: { name: `test:${name}` }, roleRef, subjects: [subject] });
	}

	async function made(method: string, path: string, body: object): Promise<Loose> {
		const answer = await server.call(method, path, body, method === 'PATCH' ? merge : {});
		expect(answer.status, answer.text).toBeLessThan(300);
		return answer.json() as Loose;
	}

	const as = (user: string, method: string, path: string, body: object): Promise<Answer> =>
		server.call(method, path, body, { ...(method === 'PATCH' && merge), 'impersonate-user': user });

	let count = 0;
	/** Creates a request and returns its path. */
	async function ask(spec: object = {}, subject = '/CN=jane'): Promise<string> {
		const name = `r${++count}`;
		const { request } = makeRequest(scratch.path, name, subject);
		await made('POST', requests, { metadata: { name }, spec: { request, signerName: signer, usages: ['client auth'], ...spec } });
		return `${requests}/${name}`;
	}

	const refusal = (what: string, path: string): string =>
		`certificatesigningrequests.${group} ${JSON.stringify(path.split('/').at(-1))} is forbidden: user not permitted to ${what} requests with signerName "${signer}"`;

	const users: readonly (readonly [user: string, code: number])[] = [
		['by-name', 200],
		['by-domain', 200],
		['nobody', 403],
		['of-another', 403],
		['of-a-longer', 403],
	];

	it.each(users)('the decision of %s: %i', async (user, code) => {
		const path = await ask();
		const body = { spec: { signerName: 'example.com/other' }, status: { conditions: [approved] } };
		const answer = await as(user, 'PATCH', `${path}/approval`, body);
		expect(answer.status, answer.text).toBe(code);
		if (code === 403) expect((answer.json() as Loose).message).toBe(refusal('approve', path));
	});

	it.each(users)('a failure that %s reports: %i', async (user, code) => {
		const path = await ask();
		const answer = await as(user, 'PATCH', `${path}/status`, { status: { conditions: [{ type: 'Failed', status: 'True' }] } });
		expect(answer.status, answer.text).toBe(code);
		if (code === 403) expect((answer.json() as Loose).message).toBe(refusal('sign', path));
	});

	it('a write of the status that issues nothing needs no more than the subresource', async () => {
		const path = await ask();
		expect((await as('nobody', 'PATCH', `${path}/status`, { metadata: { labels: { a: 'b' } } })).status).toBe(200);
	});

	it.each<[what: string, code: number, subject: string, spec: object]>([
		['the privileged group', 403, '/O=system:masters/CN=eve', {}],
		['it among others', 403, '/O=devs/O=system:masters/CN=eve', {}],
		['another group', 201, '/O=system:nodes/CN=eve', {}],
		['the privileged group as a name', 201, '/CN=system:masters', {}],
		['the privileged group, of another signer', 201, '/O=system:masters/CN=eve', { signerName: signer }],
	])('a request of the signer of clients for %s: %i', async (_, code, subject, spec) => {
		const name = `s${++count}`;
		const { request } = makeRequest(scratch.path, name, subject);
		const of = { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'], ...spec };
		const answer = await server.call('POST', requests, { metadata: { name }, spec: of });
		expect(answer.status, answer.text).toBe(code);
		if (code === 403)
			expect((answer.json() as Loose).message).toBe(
				`certificatesigningrequests.${group} "${name}" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed`,
			);
	});

	it('the privileged group is recognised in another encoding', async () => {
		// Mask 0x0800: texts have two bytes a letter.
		const config = join(scratch.path, 'wide.cnf');
		writeFileSync(config, '[req]\ndistinguished_name = name\nstring_mask = MASK:0x0800\n[name]\n');
		const { request } = makeRequest(scratch.path, 'wide', '/O=system:masters/CN=eve', { more: ['-config', config] });
		const spec = { request, signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] };
		expect((await server.call('POST', requests, { metadata: { name: 'wide' }, spec })).status).toBe(403);
	});

	it.each(users)('a bundle of authorities that %s writes: %i', async (user, code) => {
		const name = `example.com:signer:b${++count}`;
		const { cert } = makeAuthority(scratch.path, `b${count}`, '/CN=authority');
		const bundles = `/apis/${group}/v1beta1/clustertrustbundles`;
		const spec = { signerName: signer, trustBundle: readFileSync(cert, 'utf8') };
		const answer = await as(user, 'POST', bundles, { metadata: { name }, spec });
		expect(answer.status, answer.text).toBe(code === 200 ? 201 : 403);
		if (code === 403)
			expect((answer.json() as Loose).message).toBe(
				`clustertrustbundles.${group} "${name}" is forbidden: user not permitted to attest for signerName "${signer}"`,
			);
		const unsigned = await as(user, 'POST', bundles, { metadata: { name: `b${count}` }, spec: { trustBundle: spec.trustBundle } });
		expect(unsigned.status, unsigned.text).toBe(201);
	});

	it('a pod certificate is issued by authorized signers', async () => {
		const path = `/apis/${group}/v1beta1/namespaces/default/podcertificaterequests`;
		await made('POST', path, podCertificateRequest(signer, scratch.path));
		const denied = { status: { conditions: [{ type: 'Denied', status: 'True', reason: 'Test', lastTransitionTime: new Date().toISOString() }] } };
		const refused = await as('nobody', 'PATCH', `${path}/web-1/status`, denied);
		expect(refused.status).toBe(422);
		expect((refused.json() as Loose).message).toContain('spec.signerName: Forbidden: User "nobody" is not permitted to "sign" for signer "example.com/signer"');
		expect((await as('by-name', 'PATCH', `${path}/web-1/status`, denied)).status).toBe(200);
	});

	/** Creates a request, approves it, and resolves to its status once a signer has acted. */
	async function outcome(
		spec: object,
		subject: string,
		options: RequestOptions = {},
	): Promise<{ readonly name: string; readonly key: Buffer; readonly status: Loose }> {
		const name = `o${++count}`;
		const { request, key } = makeRequest(scratch.path, name, subject, options);
		await made('POST', requests, { metadata: { name }, spec: { request, ...spec } });
		await made('PUT', `${requests}/${name}/approval`, {
			...((await server.call('GET', `${requests}/${name}`)).json() as Loose),
			status: { conditions: [approved] },
		});
		return { name, key, status: await settled(name) };
	}

	const settled = (name: string): Promise<Loose> => settledStatus(server, `${requests}?fieldSelector=metadata.name%3D${name}`);

	const clientSigner = { signerName: 'kubernetes.io/kube-apiserver-client', usages: ['client auth'] };
	const nodeClient = { signerName: 'kubernetes.io/kube-apiserver-client-kubelet', usages: ['client auth', 'digital signature'] };
	const nodeServing = { signerName: 'kubernetes.io/kubelet-serving', usages: ['digital signature', 'key encipherment', 'server auth'] };
	const node = '/O=system:nodes/CN=system:node:n1';

	const decoded = (status: Loose): X509Certificate => new X509Certificate(Buffer.from(status.certificate, 'base64'));
	const lifetimeMs = ({ validFromDate, validToDate }: X509Certificate): number => validToDate.getTime() - validFromDate.getTime();

	it('an approved request of a client is signed, and its certificate logs in', async () => {
		const { status, key } = await outcome({ ...clientSigner, expirationSeconds: 3600 }, '/O=devs/O=ops/CN=jane');
		const certificate = decoded(status);
		expect(certificate.ca).toBe(false);
		expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
		expect(lifetimeMs(certificate)).toBe(3_600_000 + 300_000);
		const credentials = { ca: server.credentials.ca, cert: Buffer.from(status.certificate, 'base64'), key };
		const whoami = await call(server.url, credentials, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
		expect((whoami.json() as Loose).status.userInfo).toEqual({ username: 'jane', groups: ['devs', 'ops', 'system:authenticated'] });
		const forbidden = await call(server.url, credentials, 'GET', '/api/v1/secrets');
		expect((forbidden.json() as Loose).message).toContain('User "jane" cannot list resource "secrets"');
	});

	it('without a wish a certificate lasts a year, less the five minutes before now', async () => {
		const { status } = await outcome(clientSigner, '/CN=jane');
		expect(lifetimeMs(decoded(status))).toBe(365 * 24 * 3_600_000);
	});

	it('openssl reads a certificate with all usages and names of the request, and no more', async () => {
		const { status } = await outcome(nodeServing, node, { names: 'DNS:n1.example.com,IP:10.0.0.1,IP:fd00::1' });
		const shown = execFileSync('openssl', ['x509', '-noout', '-text'], { input: Buffer.from(status.certificate, 'base64') }).toString();
		expect(shown).toMatch(/Subject: O ?= ?system:nodes, CN ?= ?system:node:n1\n/);
		expect(shown).toMatch(/X509v3 Key Usage: critical\s+Digital Signature, Key Encipherment\n/);
		expect(shown).toMatch(/X509v3 Extended Key Usage: \s*TLS Web Server Authentication\n/);
		expect(shown).toMatch(/X509v3 Basic Constraints: critical\s+CA:FALSE\n/);
		expect(shown).toMatch(/X509v3 Subject Alternative Name: \s*DNS:n1.example.com, IP Address:10.0.0.1, IP Address:FD00:0:0:0:0:0:0:1\n/);
		writeFileSync(join(scratch.path, 'ca.crt'), server.credentials.ca);
		const verified = ['verify', '-purpose', 'sslserver', '-CAfile', join(scratch.path, 'ca.crt')];
		expect(execFileSync('openssl', verified, { input: Buffer.from(status.certificate, 'base64') }).toString()).toBe('stdin: OK\n');
	});

	it.each<[what: string, message: string, spec: object, subject: string, options?: RequestOptions]>([
		['a client for more than that', 'invalid usage for client certificate: server auth', { ...clientSigner, usages: ['client auth', 'server auth'] }, '/CN=a'],
		['a client for less', 'missing required usage for client certificate: client auth', { ...clientSigner, usages: ['digital signature'] }, '/CN=a'],
		['a node in another group', 'subject organization is not system:nodes', nodeClient, '/O=system:masters/CN=system:node:n1'],
		['a node in two groups', 'subject organization is not system:nodes', nodeClient, '/O=system:nodes/O=system:masters/CN=system:node:n1'],
		['a node of another name', 'subject common name does not begin with system:node:', nodeClient, '/O=system:nodes/CN=n1'],
		['a node with a DNS name', 'DNS subjectAltNames are not allowed', nodeClient, node, { names: 'DNS:n1' }],
		['a node with a URI', 'URI subjectAltNames are not allowed', nodeClient, node, { names: 'URI:urn:n1' }],
		['a node for other usages', 'usages did not match [client auth digital signature key encipherment]', { ...nodeClient, usages: ['client auth'] }, node],
		['a serving node without names', 'DNS or IP subjectAltName is required', nodeServing, node],
		['a serving node with an address for mail', 'Email subjectAltNames are not allowed', nodeServing, node, { names: 'DNS:n1,email:a@example.com' }],
		[
			'a serving node for other usages',
			'usages did not match [digital signature key encipherment server auth]',
			{ ...nodeServing, usages: ['server auth', 'digital signature', 'client auth'] },
			node,
			{ names: 'DNS:n1' },
		],
	])('%s fails: %s', async (_, message, spec, subject, options) => {
		const { status } = await outcome(spec, subject, options);
		expect(status.certificate).toBeUndefined();
		expect(status.conditions).toMatchObject([{ type: 'Approved' }, { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message }]);
	});

	it('a request with a CA bit gets a certificate without', async () => {
		const { status } = await outcome(clientSigner, '/CN=jane', { more: ['-addext', 'basicConstraints=critical,CA:TRUE'] });
		expect(decoded(status).ca).toBe(false);
	});

	it('a text in a subject that the issuing library would interpret stays a text', async () => {
		// The hexadecimal digits are the encoding of system:masters.
		const { status, key } = await outcome(clientSigner, '/O=#0c0e73797374656d3a6d617374657273/CN=eve');
		const credentials = { ca: server.credentials.ca, cert: Buffer.from(status.certificate, 'base64'), key };
		const whoami = await call(server.url, credentials, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
		expect((whoami.json() as Loose).status.userInfo.groups).toEqual(['#0c0e73797374656d3a6d617374657273', 'system:authenticated']);
	});

	it('requests for other signers and denied requests stay unsigned', async () => {
		const other = await ask();
		await made('PATCH', `${other}/approval`, { status: { conditions: [approved] } });
		const denied = await ask(clientSigner);
		await made('PATCH', `${denied}/approval`, { status: { conditions: [{ ...approved, type: 'Denied' }] } });
		// A later request is signed, so the signer has seen the earlier ones.
		await outcome(clientSigner, '/CN=later');
		for (const path of [other, denied]) expect(((await server.call('GET', path)).json() as Loose).status.certificate).toBeUndefined();
	});

	it('a node agent’s request is approved when its requester may have it, signed, and logs in', async () => {
		const rule = (subresource: string): object => ({ apiGroups: [group], resources: [`certificatesigningrequests/${subresource}`], verbs: ['create'] });
		await grant('joins', rule('nodeclient'));
		await grant('system:node:n1', rule('selfnodeclient'));
		const cases = [
			['joins', node, 'Auto approving kubelet client certificate after SubjectAccessReview.'],
			['system:node:n1', node, 'Auto approving self kubelet client certificate after SubjectAccessReview.'],
		] as const;
		for (const [user, subject, message] of cases) {
			const name = `n${++count}`;
			const { request } = makeRequest(scratch.path, name, subject);
			expect((await as(user, 'POST', requests, { metadata: { name }, spec: { request, ...nodeClient } })).status).toBe(201);
			const status = await settled(name);
			expect(status.conditions).toMatchObject([{ type: 'Approved', reason: 'AutoApproved', message }]);
			expect(decoded(status).subject).toBe('O=system:nodes\nCN=system:node:n1');
		}
		const refusals = [
			['system:node:n1', '/O=system:nodes/CN=system:node:n2', nodeClient],
			['nobody', node, nodeClient],
			['joins', '/O=devs/CN=system:node:n1', nodeClient],
			['joins', node, { ...nodeClient, ...clientSigner }],
		] as const;
		for (const [user, subject, spec] of refusals) {
			const name = `n${++count}`;
			const { request } = makeRequest(scratch.path, name, subject);
			expect((await as(user, 'POST', requests, { metadata: { name }, spec: { request, ...spec } })).status).toBe(201);
		}
		const last = `n${++count}`;
		const { request } = makeRequest(scratch.path, last, node);
		await as('joins', 'POST', requests, { metadata: { name: last }, spec: { request, ...nodeClient } });
		await settled(last);
		for (let i = 1; i <= refusals.length; i++) expect(((await server.call('GET', `${requests}/n${count - i}`)).json() as Loose).status).toEqual({});
	});
});

function podCertificateRequest(signerName: string, folder: string): object {
	const pem = Buffer.from(makeRequest(folder, 'pod', '/').request, 'base64').toString();
	const names = { podName: 'web', serviceAccountName: 'default', nodeName: 'node-1' };
	const uids = { podUID: 'p', serviceAccountUID: 's', nodeUID: 'n' };
	const stubPKCS10Request = pem.replace(/-----[^-]+-----|\s/g, '');
	return { metadata: { name: 'web-1' }, spec: { signerName, ...names, ...uids, maxExpirationSeconds: 3600, stubPKCS10Request } };
}
