/** Tests PodCertificateRequest: the proof of possession of a key, and the statuses that a signer may set. */
import 'reflect-metadata';
import { constants, generateKeyPairSync, type KeyPairKeyObjectResult, sign, webcrypto } from 'node:crypto';
import { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';
import { merge } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
	server = await testServer({ release: '1.36', gates: { PodCertificateRequest: true } });
});
afterAll(() => server.close());

const path = '/apis/certificates.orch.io/v1beta1/namespaces/default/podcertificaterequests';
const uid = 'a-uid';
const spki = ({ publicKey }: KeyPairKeyObjectResult): string => publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const proofOf = ({ privateKey }: KeyPairKeyObjectResult): string => {
	const type = privateKey.asymmetricKeyType;
	const key = type === 'rsa' ? { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING } : privateKey;
	return sign(type === 'ed25519' ? null : 'sha256', Buffer.from(uid), key).toString('base64');
};
const flipped = (base64: string): string => {
	const bytes = Buffer.from(base64, 'base64');
	return Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]).toString('base64');
};

const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const p256 = curve('P-256');
const ed = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 3072 });
const proved = (key: KeyPairKeyObjectResult) => ({ pkixPublicKey: spki(key), proofOfPossession: proofOf(key) });
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const keys = {
	privateKey: await webcrypto.subtle.importKey('pkcs8', p256.privateKey.export({ format: 'der', type: 'pkcs8' }), algorithm, true, ['sign']),
	publicKey: await webcrypto.subtle.importKey('spki', p256.publicKey.export({ format: 'der', type: 'spki' }), algorithm, true, ['verify']),
};
const request = Buffer.from((await Pkcs10CertificateRequestGenerator.create({ keys, signingAlgorithm: algorithm })).rawData).toString('base64');

const spec = { signerName: 'example.com/s', podName: 'p', podUID: uid, serviceAccountName: 's', serviceAccountUID: 'su', nodeName: 'n', nodeUID: 'nu' };
const create = (fields: JsonObject, name = 'x', query = '?dryRun=All') =>
	server.call('POST', `${path}${query}`, { body: { metadata: { name }, spec: { ...spec, ...fields } } });

describe('the request', () => {
	const notProved = 'spec.proofOfPossession: Invalid value: could not verify proof-of-possession signature';
	const either = 'spec: Invalid value: exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set';
	const platform = 'orch.io/x';
	test.each<[what: string, fields: JsonObject, refusal: string]>([
		['with a key of P-256', proved(p256), ''],
		['with a key of P-521', proved(curve('P-521')), ''],
		['with a key of Ed25519', proved(ed), ''],
		['with a key of RSA', proved(rsa), ''],
		['with a request', { stubPKCS10Request: request }, ''],
		['with a proof that is none', { ...proved(p256), proofOfPossession: flipped(proofOf(p256)) }, notProved],
		['with a proof of RSA that is none', { ...proved(rsa), proofOfPossession: flipped(proofOf(rsa)) }, notProved],
		['with a proof of Ed25519 that is none', { ...proved(ed), proofOfPossession: flipped(proofOf(ed)) }, notProved],
		['with a proof for another pod', { ...proved(p256), podUID: 'b' }, notProved],
		['with the key of another', { ...proved(p256), pkixPublicKey: spki(curve('P-256')) }, notProved],
		['without a key', {}, either],
		['with a key that nothing proves', { pkixPublicKey: spki(p256) }, either],
		['with both', { ...proved(p256), stubPKCS10Request: request }, either],
		['with bytes that are no key', { pkixPublicKey: 'AAAA', proofOfPossession: 'AAAA' }, 'must be a valid PKIX-serialized public key'],
		['with a key of P-224', proved(curve('secp224r1')), 'spec.pkixPublicKey: Invalid value: "curve P-224": elliptic public keys must use curve P256 or P384'],
		['with a key of a curve that nobody knows', proved(curve('secp256k1')), 'must be a valid PKIX-serialized public key'],
		[
			'with a short key of RSA',
			proved(generateKeyPairSync('rsa', { modulusLength: 2048 })),
			'"2048-bit modulus": RSA keys must have modulus size 3072 or 4096',
		],
		[
			'with a key that signs nothing',
			{ pkixPublicKey: spki(generateKeyPairSync('x25519')), proofOfPossession: 'AAAA' },
			'unknown public key type; supported types are Ed25519, ECDSA, and RSA',
		],
		['with bytes that are no request', { stubPKCS10Request: 'AAAA' }, 'spec.stubPKCS10Request: Invalid value: must be a valid PKCS#10 CSR'],
		['with a request that is not signed', { stubPKCS10Request: flipped(request) }, 'spec.stubPKCS10Request: Invalid value: invalid signature'],
		['with too many bytes', { stubPKCS10Request: Buffer.alloc(10_241).toString('base64') }, 'Too long: may not be more than 10240 bytes'],
		['for no pod', { ...proved(p256), podName: '' }, 'spec.podName: Invalid value: "": a lowercase RFC 1123 subdomain'],
		['with no uid', { ...proved(p256), nodeUID: '' }, 'spec.nodeUID: Invalid value: "": must not be empty'],
		['with a long uid', { ...proved(p256), nodeUID: 'x'.repeat(129) }, 'spec.nodeUID: Too long: may not be more than 128 bytes'],
		['of no signer', { ...proved(p256), signerName: '' }, 'spec.signerName: Required value'],
		['for less than an hour', { ...proved(p256), maxExpirationSeconds: 3599 }, 'Invalid value: 3599: must be in the range [3600, 7862400]'],
		['for 91 days', { ...proved(p256), maxExpirationSeconds: 7_862_400 }, ''],
		['of a signer of the platform for a day', { ...proved(p256), signerName: platform }, ''],
		['and for longer', { ...proved(p256), signerName: platform, maxExpirationSeconds: 86_401 }, 'must be in the range [3600, 86400]'],
		['with a wish', { ...proved(p256), unverifiedUserAnnotations: { 'a.b/C': 'é' } }, ''],
		['with a wish of nobody', { ...proved(p256), unverifiedUserAnnotations: { c: 'd' } }, '"c": must be a domain-prefixed key (such as "acme.io/foo")'],
	])('%s', async (_, fields, refusal) => {
		const { status, body } = await create(fields);
		expect(status, body.message).toBe(refusal === '' ? 201 : 422);
		if (refusal !== '') expect(body.message).toContain(refusal);
	});

	it('is stored as sent, defaults to one day and is immutable', async () => {
		const { body } = await create({ stubPKCS10Request: request, unverifiedUserAnnotations: { 'a.b/c': 'd' } }, 'kept', '');
		expect(body.spec).toMatchObject({ ...spec, maxExpirationSeconds: 86_400, pkixPublicKey: null, proofOfPossession: null });
		const changed = await server.call('PATCH', `${path}/kept`, { type: merge, body: { spec: { podName: 'q' } } });
		expect(changed.body.message).toContain('field is immutable');
		const { body: table } = await server.call('GET', `${path}?fieldSelector=spec.podName%3Dp`, { accept: 'application/json;as=Table;g=meta.orch.io;v=v1' });
		expect(table.rows.map(({ cells }: { cells: string[] }) => cells)).toEqual([['kept', 'p', 's', 'n', 'example.com/s', 'Pending', 'a.b/c=d']]);
	});
});

const now = Math.floor(Date.now() / 1000) * 1000;
const [minutes, hours] = [60_000, 3_600_000];
const time = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
const certificate = async ({ from = now, to = now + 2 * hours, of = keys, dns = 'a.b' } = {}): Promise<string> => {
	const extensions = [new SubjectAlternativeNameExtension([{ type: 'dns', value: dns }])];
	const made = { serialNumber: '01', name: 'CN=x', notBefore: new Date(from), notAfter: new Date(to), keys: of, signingAlgorithm: algorithm, extensions };
	return `${(await X509CertificateGenerator.createSelfSigned(made)).toString('pem')}\n`;
};
const another = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
const good = await certificate();
const otherBlock = good.replaceAll('CERTIFICATE', 'OTHER');
const early = { certificateChain: await certificate({ from: now - 10 * minutes }), notBefore: time(now - 10 * minutes) };
const brief = { certificateChain: await certificate({ to: now + 30 * minutes }), notAfter: time(now + 30 * minutes) };
const long = { certificateChain: await certificate({ to: now + 48 * hours }), notAfter: time(now + 48 * hours) };
const ofAnother = await certificate({ of: another });
const ofBadName = await certificate({ dns: 'a..b' });

describe('the status set by a signer', () => {
	const outcome = (type: string, fields: JsonObject = {}) => ({ type, status: 'True', reason: 'R', message: '', lastTransitionTime: time(now), ...fields });
	const say = (name: string, status: JsonObject, query = '') => server.call('PATCH', `${path}/${name}/status${query}`, { type: merge, body: { status } });
	const issued = (fields: JsonObject = {}): JsonObject => ({
		conditions: [outcome('Issued')],
		certificateChain: good,
		notBefore: time(now),
		notAfter: time(now + 2 * hours),
		beginRefreshAt: time(now + hours),
		...fields,
	});
	beforeAll(async () => {
		for (const name of ['open', 'given', 'refused']) await create(proved(p256), name, '');
	});

	test.each<[what: string, fields: JsonObject, refusal: string]>([
		['nothing of a decision', { conditions: [] }, 'status: Invalid value: status is immutable unless transitioning to "Issued", "Denied", or "Failed"'],
		[
			'something else',
			{ conditions: [outcome('Seen')] },
			'status.conditions.[0].type: Unsupported value: "Seen": supported values: "Issued", "Denied", "Failed"',
		],
		['that it is not issued', { conditions: [outcome('Issued', { status: 'False' })] }, 'Unsupported value: "False": supported values: "True"'],
		['two things', { conditions: [outcome('Issued'), outcome('Failed')] }, 'There may be at most one condition with type "Issued", "Denied", or "Failed"'],
		['no, with a certificate', { conditions: [outcome('Denied')] }, 'non-condition status fields must be empty when denying or failing'],
		['yes, without a certificate', { certificateChain: '' }, 'issued certificate chain must contain at least one certificate'],
		['yes, with something else', { certificateChain: otherBlock }, 'issued certificate chain must consist entirely of CERTIFICATE PEM blocks'],
		['yes, with something else behind it', { certificateChain: good + otherBlock }, 'must consist entirely of CERTFICATE PEM blocks'],
		['yes, with one for another key', { certificateChain: ofAnother }, 'was not issued to the requested public key'],
		['yes, with one for a bad name', { certificateChain: ofBadName }, "leaf certificate's DNSName should not contain '..'"],
		['yes, without a time', { notBefore: null }, 'status.notBefore: Required value: must be present and consistent with the issued certificate'],
		['yes, with another time', { notAfter: time(now) }, 'status.notAfter: Invalid value'],
		['yes, with one of before', early, "must be set to within 5 minutes of orch-apiserver's current time"],
		['yes, for less than an hour', brief, 'leaf certificate lifetime must be >= 1 hour'],
		['yes, for longer than asked', long, 'leaf certificate lifetime must be <= spec.maxExpirationSeconds (86400)'],
		['yes, to be renewed at once', { beginRefreshAt: time(now + minutes) }, 'must be at least 10 minutes after status.notBefore'],
		['yes, to be renewed too late', { beginRefreshAt: time(now + 2 * hours) }, 'must be at least 10 minutes before status.notAfter'],
		['yes, with two certificates', { certificateChain: `text\n${good}${good}` }, ''],
	])('%s', async (_, fields, refusal) => {
		const { status, body } = await say('open', issued(fields), '?dryRun=All');
		expect(status, body.message).toBe(refusal === '' ? 200 : 422);
		if (refusal !== '') expect(body.message).toContain(refusal);
	});

	it.each([
		['given', 'Issued'],
		['refused', 'Denied'],
	])('is final: %s', async (name, type) => {
		expect((await say(name, type === 'Issued' ? issued() : { conditions: [outcome(type)] })).status).toBe(200);
		const again = await say(name, { conditions: [outcome(type, { message: 'another' })] });
		expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('immutable after PodCertificateRequest is issued, denied, or failed')]);
	});
});
