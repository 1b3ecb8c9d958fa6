/** Tests the controllers of certificate requests: when requests are deleted, how long certificates last, authorities, and restarts. */
import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CertificateSigningRequest } from '../../generated/types/certificates/v1.ts';
import type { Authorizer } from '../../runtime/api/authorization.ts';
import type { Flag } from '../../runtime/api/flag.ts';
import { issueAuthority } from '../../runtime/auth/pki/issue.ts';
import { type CheckedPair, checkPair, type PemPair } from '../../runtime/auth/pki/pair.ts';
import { csrApproving } from '../../runtime/controllers/certificates/approving.ts';
import { openSigningAuthorities, signingFlags } from '../../runtime/controllers/certificates/authorities.ts';
import { csrCleaner, endOf } from '../../runtime/controllers/certificates/cleaning.ts';
import { podCertificateRequestCleaner } from '../../runtime/controllers/certificates/pod-request-cleaning.ts';
import { csrSigning } from '../../runtime/controllers/certificates/signing.ts';
import { certificateUsages } from '../../runtime/controllers/certificates/usages.ts';
import { validity } from '../../runtime/controllers/certificates/validity.ts';
import type { Controller } from '../../runtime/controllers/contract.ts';
import { controllerFlags } from '../../runtime/controllers/index.ts';
import { GivenFlags } from '../../runtime/server/flags/flag-values.ts';
import { readCertificateRequest } from '../../runtime/wire/certificate-request.ts';
import { certificate, ofJane, ofNode, ofServingNode } from '../kinds/rules/signing-requests.ts';
import { makeScratch } from '../setup/scratch.ts';
import { type TestServer, testServer } from '../verbs/write-fixture.ts';

const hourMs = 3_600_000;
const path = '/apis/certificates.orch.io/v1/certificatesigningrequests';
const merge = 'application/merge-patch+json';

const scratch = makeScratch();
let own: CheckedPair;
beforeAll(async () => {
	own = checkPair(await issueAuthority('own'), 'cert', 'key');
});
afterAll(() => scratch.remove());

/** Waits for a state of a stored object; checked at each change. */
async function untilStored(server: TestServer, resource: string, namespace: string, name: string, holds: (object: unknown) => boolean): Promise<void> {
	const { cache } = server.context;
	const cursor = cache.cursor(resource, cache.revision, { namespace, name });
	const now = (): unknown => {
		const found = cache.get(resource, namespace, name);
		return found && JSON.parse(found.bytes.toString());
	};
	try {
		while (!holds(now())) await cursor.next(100, AbortSignal.timeout(5_000));
	} finally {
		cursor.close();
	}
}

describe('the end of a request', () => {
	const made = '2024-05-01T10:00:00Z';
	const decided = '2024-05-01T12:00:00Z';
	const hours = (time: string, count: number): number => Date.parse(time) + count * hourMs;
	const has = (...types: readonly string[]): object => ({ conditions: types.map((type) => ({ type, status: 'True', lastUpdateTime: decided })) });
	const expiryMs = new X509Certificate(Buffer.from(certificate, 'base64')).validToDate.getTime();

	test.each<[what: string, status: object, at125: number | undefined, at136: number | undefined]>([
		['that nobody decides', {}, hours(made, 24), hours(made, 24)],
		['that is denied', has('Denied'), hours(decided, 1), hours(decided, 1)],
		['that failed', has('Approved', 'Failed'), hours(decided, 1), hours(decided, 1)],
		['that is issued', { ...has('Approved'), certificate }, hours(decided, 1), hours(decided, 1)],
		['that is approved, with no certificate', has('Approved'), hours(decided, 1), hours(decided, 24)],
		[
			'whose certificate expires first',
			{ conditions: [{ type: 'Approved', status: 'True', lastUpdateTime: '2999-01-01T00:00:00Z' }], certificate },
			expiryMs,
			expiryMs,
		],
		['with another condition', has('Example'), undefined, undefined],
		['with a decision at no time', { conditions: [{ type: 'Denied', status: 'True' }] }, undefined, undefined],
	])('%s is deleted', (_, status, at125, at136) => {
		const request = { metadata: { creationTimestamp: made }, spec: {}, status } as unknown as CertificateSigningRequest;
		expect([endOf(request, '1.25'), endOf(request, '1.36')]).toEqual([at125, at136]);
	});
});

describe('the validity of a certificate', () => {
	const nowMs = Date.parse('2024-05-01T10:00:00Z');
	const minutes = (count: number): number => count * 60_000;

	test.each<[what: string, longestMs: number, wantedSeconds: number | undefined, authorityMs: number, wanted: number]>([
		['as long as allowed, less the backdating', 24 * hourMs, undefined, 48 * hourMs, 24 * hourMs - minutes(5)],
		['as long as wished', 24 * hourMs, 12 * 3600, 48 * hourMs, 12 * hourMs - minutes(5)],
		['an hour in full, when wished', 24 * hourMs, 3600, 48 * hourMs, hourMs],
		['no longer than allowed', 2 * hourMs, 86_400, 48 * hourMs, 2 * hourMs],
		['ten minutes at least', 2 * hourMs, 1, 48 * hourMs, minutes(10)],
		['no longer than the authority', 24 * hourMs, undefined, hourMs, hourMs],
	])('lasts %s', (_, longestMs, wantedSeconds, authorityMs, wanted) => {
		const { notBefore, notAfter } = validity({ nowMs, longestMs, wantedSeconds, authorityEndMs: nowMs + authorityMs });
		expect(notBefore.getTime()).toBe(nowMs - minutes(5));
		expect(notAfter.getTime() - nowMs).toBe(wanted);
	});

	test('an expired authority signs nothing', () => {
		expect(() => validity({ nowMs, longestMs: hourMs, wantedSeconds: undefined, authorityEndMs: nowMs })).toThrow(
			'the signing CA expired on 2024-05-01T10:00:00.000Z',
		);
	});
});

test('usages become extensions, in their order', () => {
	expect(certificateUsages(['client auth', 'server auth', 'signing', 'digital signature', 's/mime', 'email protection', 'crl sign'])).toEqual({
		keyUsages: ['digitalSignature', 'cRLSign'],
		extendedKeyUsages: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.4'],
	});
	expect(() => certificateUsages(['any', 'x', 'constructor'])).toThrow('unrecognized usage values: ["x" "constructor"]');
});

test('a request is read as its signer needs it', async () => {
	expect(await readCertificateRequest(ofJane)).toMatchObject({ commonName: 'jane', organizations: ['developers'], alternativeNames: [] });
	expect((await readCertificateRequest(ofServingNode)).alternativeNames).toEqual([
		{ type: 'dns', value: 'a.b' },
		{ type: 'ip', value: '1.2.3.4' },
	]);
	await expect(readCertificateRequest(certificate)).rejects.toThrow('PEM block type must be CERTIFICATE REQUEST');
});

describe('authorities', () => {
	const flag = (name: string): Flag<unknown> => signingFlags.find((one) => one.name === name) as Flag<unknown>;
	const given = (values: Readonly<Record<string, string>>): GivenFlags => {
		const flags = new GivenFlags(signingFlags);
		for (const [name, value] of Object.entries(values)) flags.set(flag(name), value);
		return flags;
	};
	const write = (name: string, pair: PemPair): { readonly cert: string; readonly key: string } => {
		const files = { cert: join(scratch.path, `${name}.crt`), key: join(scratch.path, `${name}.key`) };
		writeFileSync(files.cert, pair.cert);
		writeFileSync(files.key, pair.key);
		return files;
	};

	test('without files the server’s own signs for clients and nodes, and for no request that names no signer', async () => {
		const { of } = await openSigningAuthorities(given({}), own);
		expect([await of('client'), await of('nodeClient'), await of('nodeServing'), of('legacy')]).toEqual([own, own, own, undefined]);
	});

	test('files for all signers, which are read again when they change', async () => {
		const files = write('all', await issueAuthority('all'));
		const { of } = await openSigningAuthorities(given({ 'cluster-signing-cert-file': files.cert, 'cluster-signing-key-file': files.key }), own);
		expect((await of('legacy'))?.certificate.subject).toBe('CN=all');
		write('all', await issueAuthority('next'));
		expect((await of('client'))?.certificate.subject).toBe('CN=next');
	});

	test('files for one signer leave the others without an authority', async () => {
		const files = write('serving', await issueAuthority('serving'));
		const flags = given({ 'cluster-signing-kubelet-serving-cert-file': files.cert, 'cluster-signing-kubelet-serving-key-file': files.key });
		const { of } = await openSigningAuthorities(flags, own);
		expect((await of('nodeServing'))?.certificate.subject).toBe('CN=serving');
		expect([of('client'), of('nodeClient'), of('legacy')]).toEqual([undefined, undefined, undefined]);
	});

	test.each<[values: Readonly<Record<string, string>>, message: string]>([
		[{ 'cluster-signing-cert-file': 'a' }, '--cluster-signing-cert-file needs --cluster-signing-key-file'],
		[{ 'cluster-signing-kubelet-client-key-file': 'a' }, '--cluster-signing-kubelet-client-key-file needs --cluster-signing-kubelet-client-cert-file'],
		[
			{
				'cluster-signing-cert-file': 'a',
				'cluster-signing-key-file': 'a',
				'cluster-signing-legacy-unknown-cert-file': 'b',
				'cluster-signing-legacy-unknown-key-file': 'b',
			},
			'--cluster-signing-cert-file is for all signers: remove it, or the flags of single signers',
		],
		[{ 'cluster-signing-cert-file': '/missing', 'cluster-signing-key-file': '/missing' }, 'cannot read /missing'],
	])('%j is refused', async (values, message) => {
		await expect(openSigningAuthorities(given(values), own)).rejects.toThrow(message);
	});
});

describe('the controllers', () => {
	const running: TestServer[] = [];
	afterEach(async () => {
		vi.useRealTimers();
		for (const server of running.splice(0)) await server.close();
	});

	const parts = () => ({ flags: new GivenFlags(controllerFlags), ownAuthority: own });
	const signer = 'orch.io/orch-apiserver-client';
	const nodeSigner = 'orch.io/orch-apiserver-client-node-agent';

	async function open(chosen: readonly Controller[], more: { readonly authorizer?: Authorizer } = {}): Promise<TestServer> {
		const server = await testServer({ chosen, parts: parts(), ...more });
		running.push(server);
		return server;
	}

	const ask = (server: TestServer, name: string, spec: object = {}) =>
		server.call('POST', path, { body: { metadata: { name }, spec: { request: ofJane, signerName: signer, usages: ['client auth'], ...spec } } });
	const approve = (server: TestServer, name: string) =>
		server.call('PATCH', `${path}/${name}/approval`, { type: merge, body: { status: { conditions: [{ type: 'Approved', status: 'True' }] } } });

	const until = (server: TestServer, name: string, holds: (request: CertificateSigningRequest | undefined) => boolean): Promise<void> =>
		untilStored(server, 'certificatesigningrequests.certificates.orch.io', '', name, (found) => holds(found as CertificateSigningRequest | undefined));
	const isIssued = (request: CertificateSigningRequest | undefined): boolean => request?.status?.certificate !== undefined;

	test('sign requests that were approved while no signer ran, once', async () => {
		const server = await open([]);
		await ask(server, 'jane');
		await approve(server, 'jane');
		await server.restart([csrSigning]);
		await until(server, 'jane', isIssued);
		const issued = (await server.call('GET', `${path}/jane`)).body.status.certificate;
		await server.restart([csrSigning]);
		await ask(server, 'later');
		await approve(server, 'later');
		await until(server, 'later', isIssued);
		expect((await server.call('GET', `${path}/jane`)).body.status.certificate).toBe(issued);
		expect(server.failures).toEqual([]);
	});

	test('a node without permission is asked about again', async () => {
		const asked = Promise.withResolvers<void>();
		let questions = 0;
		/** Allows everything except the first such certificate. */
		const authorizer: Authorizer = {
			authorize: ({ info }) => {
				if (!info.isResource || info.subresource !== 'nodeclient' || ++questions > 1) return { verdict: 'allow', reason: '' };
				asked.resolve();
				return { verdict: 'no opinion', reason: '' };
			},
		};
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
		const server = await open([csrApproving], { authorizer });
		await ask(server, 'n', { request: ofNode, signerName: nodeSigner, usages: ['client auth', 'digital signature'] });
		await asked.promise;
		const status = async () => (await server.call('GET', `${path}/n`)).body.status;
		expect(await status()).toEqual({});
		while ((await status()).conditions === undefined) await vi.advanceTimersByTimeAsync(30_000);
		expect((await status()).conditions).toMatchObject([{ type: 'Approved', reason: 'AutoApproved' }]);
		expect([questions, server.failures]).toEqual([2, []]);
	});

	test('requests are deleted when their time is over', async () => {
		vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
		const server = await open([csrCleaner]);
		await ask(server, 'pending');
		await ask(server, 'approved');
		await approve(server, 'approved');
		await until(server, 'approved', (request) => (request?.status?.conditions?.length ?? 0) > 0);
		const advance = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));
		await advance(hourMs - 10_000);
		expect((await server.call('GET', `${path}/approved`)).status).toBe(200);
		await advance(20_000);
		await until(server, 'approved', (request) => request === undefined);
		await advance(22 * hourMs);
		expect((await server.call('GET', `${path}/pending`)).status).toBe(200);
		await advance(2 * hourMs);
		await until(server, 'pending', (request) => request === undefined);
		expect(server.failures).toEqual([]);
	});
});

test('requests of pods are deleted after a quarter of an hour', async () => {
	vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
	const server = await testServer({ release: '1.36', gates: { PodCertificateRequest: true }, chosen: [podCertificateRequestCleaner] });
	try {
		const requests = '/apis/certificates.orch.io/v1beta1/namespaces/default/podcertificaterequests';
		const { publicKey, privateKey } = generateKeyPairSync('ed25519');
		const key = {
			pkixPublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
			proofOfPossession: sign(null, Buffer.from('u'), privateKey).toString('base64'),
		};
		const names = { signerName: 'example.com/s', podName: 'p', podUID: 'u', serviceAccountName: 's', serviceAccountUID: 'su', nodeName: 'n', nodeUID: 'nu' };
		const made = await server.call('POST', requests, { body: { metadata: { name: 'x' }, spec: { ...names, ...key } } });
		expect(made.status).toBe(201);
		const status = async () => (await server.call('GET', `${requests}/x`)).status;
		await vi.advanceTimersByTimeAsync(14 * 60_000);
		expect(await status()).toBe(200);
		await vi.advanceTimersByTimeAsync(2 * 60_000);
		await untilStored(server, 'podcertificaterequests.certificates.orch.io', 'default', 'x', (object) => object === undefined);
		expect(server.failures).toEqual([]);
	} finally {
		vi.useRealTimers();
		await server.close();
	}
});
