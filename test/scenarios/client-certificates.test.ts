/**
 * Tests client certificates made with openssl, as administrators make them: the user and groups of each, and the ones that are rejected. A
 * rejected certificate gets 401. An accepted one gives exactly the names in its subject, and no group that merely looks similar.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { issueOdd, tagged } from '../setup/odd-certificates.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.warn('SKIPPED: no openssl on PATH, so no certificate of its making was tried');

const scratch = makeScratch();
const file = (name: string): string => join(scratch.path, name);

/** Options of a certificate; `extensions` names a section of the openssl configuration. */
interface Issued {
	readonly by?: string;
	readonly extensions?: string;
	readonly from?: string;
	readonly to?: string;
	readonly key?: 'ec' | 'rsa';
}

const configuration = (folder: string): string => `
[ca]
default_ca = own
[own]
new_certs_dir = ${folder}
database = ${folder}/index
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
organizationName = optional
organizationalUnitName = optional
commonName = optional
[req]
distinguished_name = name
string_mask = utf8only
[name]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
[last_authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
[client]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = clientAuth
[server]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = serverAuth
[mail]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = emailProtection
[for_all]
basicConstraints = critical, CA:FALSE
[odd_names]
basicConstraints = critical, CA:FALSE
extendedKeyUsage = clientAuth
subjectAltName = DNS:localhost, URI:urn:system:masters, email:root@example.com, IP:127.0.0.1, otherName:1.3.6.1.4.1.311.20.2.3;UTF8:kubernetes-admin
[narrow_authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
nameConstraints = critical, permitted;dirName:devs_only
[devs_only]
O = devs
[signing]
basicConstraints = critical, CA:FALSE
keyUsage = critical, keyCertSign
extendedKeyUsage = clientAuth
`;

function openssl(...line: readonly string[]): void {
	execFileSync('openssl', line, { stdio: ['ignore', 'ignore', 'pipe'] });
}

const newKey = { ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['rsa:2048'] };

function makeAuthority(name: string, subject: string): void {
	const to = ['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)];
	openssl('req', '-x509', '-newkey', ...newKey.ec, '-nodes', '-subj', subject, '-days', '2', '-config', file('openssl.cnf'), '-extensions', 'authority', ...to);
}

/** Issues a certificate. The subject is written in its order; `\n` in it stands for a line break. */
function issue(name: string, subject: string, { by = 'clients', extensions = 'client', from = '', to = '', key = 'ec' }: Issued = {}): void {
	const config = ['-config', file('openssl.cnf')];
	openssl(
		'req',
		'-new',
		'-newkey',
		...newKey[key],
		'-nodes',
		'-utf8',
		'-subj',
		subject,
		...config,
		'-keyout',
		file(`${name}.key`),
		'-out',
		file(`${name}.csr`),
	);
	const dates = from === '' ? ['-days', '1'] : ['-startdate', from, '-enddate', to];
	const signer = ['-cert', file(`${by}.crt`), '-keyfile', file(`${by}.key`)];
	openssl(
		'ca',
		'-batch',
		'-notext',
		'-preserveDN',
		...config,
		...signer,
		...dates,
		'-extensions',
		extensions,
		'-in',
		file(`${name}.csr`),
		'-out',
		file(`${name}.crt`),
	);
}

interface Pair {
	readonly cert: Buffer;
	readonly key: Buffer;
}

/** Returns the certificate followed by its chain of issuers, with the key. */
function pair(name: string, ...chain: readonly string[]): Pair {
	return { cert: Buffer.concat([name, ...chain].map((each) => readFileSync(file(`${each}.crt`)))), key: readFileSync(file(`${name}.key`)) };
}

const masters = '/O=system:masters/CN=eve';

/** Issues a certificate for eve with a group of arbitrary bytes, tagged as UTF-8. */
async function odd(group: Buffer): Promise<Pair> {
	const stand = Buffer.alloc(group.length, 'g');
	const authority = { cert: readFileSync(file('clients.crt'), 'utf8'), key: readFileSync(file('clients.key'), 'utf8') };
	const put = [tagged(0x13, stand), tagged(0x0c, group)] as const;
	const { cert, key } = await issueOdd(authority, { subject: [{ O: [stand.toString()] }, { CN: ['eve'] }], put });
	return { cert: Buffer.from(cert), key: Buffer.from(key) };
}

describe.skipIf(!hasOpenssl)('certificates of clients', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		const folder = file('issued');
		mkdirSync(folder);
		writeFileSync(join(folder, 'index'), '');
		writeFileSync(file('openssl.cnf'), configuration(folder));
		makeAuthority('clients', '/CN=the clients');
		server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', '--client-ca-file', file('clients.crt')] });
	});
	afterAll(async () => {
		await server?.remove();
		scratch.remove();
	});

	/** Returns the user that the server sees in a certificate, and the status of a request that only `system:masters` may make. */
	async function shown(pair: Pair): Promise<{ readonly status: number; readonly user: Loose; readonly secrets: number }> {
		const credentials = { ca: server.credentials.ca, ...pair };
		const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
		const answer = await call(server.url, credentials, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', review);
		const secrets = await call(server.url, credentials, 'GET', '/api/v1/secrets');
		return { status: answer.status, user: (answer.json() as Loose).status.userInfo, secrets: secrets.status };
	}

	const holds = async (pair: Pair, username: string, groups: readonly string[]): Promise<void> =>
		expect(await shown(pair)).toEqual({ status: 201, user: { username, groups: [...groups, 'system:authenticated'] }, secrets: 403 });
	const isRefused = async (pair: Pair): Promise<void> => expect(await shown(pair)).toMatchObject({ status: 401, secrets: 401 });

	it.each(['ec', 'rsa'] as const)('identify the named user, with a key of type %s', async (key) => {
		issue(`jane-${key}`, '/O=devs/O=ops/CN=jane', { key });
		await holds(pair(`jane-${key}`), 'jane', ['devs', 'ops']);
	});

	it('may be for any use, and of an authority between', async () => {
		issue('any', '/CN=any', { extensions: 'for_all' });
		await holds(pair('any'), 'any', []);
		issue('between', '/CN=between', { extensions: 'authority' });
		issue('below', '/O=devs/CN=below', { by: 'between' });
		await holds(pair('below', 'between'), 'below', ['devs']);
		await isRefused(pair('below'));
	});

	it.each<[string, Issued]>([
		['for a server', { extensions: 'server' }],
		['for mail', { extensions: 'mail' }],
		['that is expired', { from: '20200101000000Z', to: '20200102000000Z' }],
		['that is not yet valid', { from: '20480101000000Z', to: '20480201000000Z' }],
	])('a certificate %s is refused', async (what, issued) => {
		const name = what.replaceAll(' ', '-');
		issue(name, masters, issued);
		await isRefused(pair(name));
	});

	it('a self-signed certificate and a certificate of an authority with the same name are refused', async () => {
		makeAuthority('itself', masters);
		await isRefused(pair('itself'));
		makeAuthority('namesake', '/CN=the clients');
		issue('of-namesake', masters, { by: 'namesake' });
		await isRefused(pair('of-namesake'));
		await isRefused(pair('of-namesake', 'namesake'));
		await isRefused(pair('of-namesake', 'clients'));
	});

	it('signed by a client certificate are refused, whatever its usage', async () => {
		for (const extensions of ['client', 'for_all', 'signing']) {
			issue(`signer-${extensions}`, '/CN=signer', { extensions });
			issue(`by-${extensions}`, masters, { by: `signer-${extensions}` });
			await isRefused(pair(`by-${extensions}`));
			await isRefused(pair(`by-${extensions}`, `signer-${extensions}`));
		}
	});

	it('a certificate below an authority with path length 0 is refused', async () => {
		issue('last', '/CN=last', { extensions: 'last_authority' });
		issue('too-deep', '/CN=too deep', { by: 'last', extensions: 'authority' });
		issue('deepest', masters, { by: 'too-deep' });
		await isRefused(pair('deepest', 'too-deep', 'last'));
	});

	it('a certificate of an expired authority is refused', async () => {
		issue('ended', '/CN=ended', { extensions: 'authority', from: '20200101000000Z', to: '20200102000000Z' });
		issue('of-ended', masters, { by: 'ended' });
		await isRefused(pair('of-ended', 'ended'));
	});

	it('a certificate of an authority for other names is refused', async () => {
		issue('narrow', '/CN=narrow', { extensions: 'narrow_authority' });
		issue('of-narrow', masters, { by: 'narrow' });
		await isRefused(pair('of-narrow', 'narrow'));
		issue('within', '/O=devs/CN=dan', { by: 'narrow' });
		await holds(pair('within', 'narrow'), 'dan', ['devs']);
	});

	it('only the subject names the user', async () => {
		issue('odd-names', '/O=devs/CN=eve', { extensions: 'odd_names' });
		await holds(pair('odd-names'), 'eve', ['devs']);
		issue('names-alone', '/O=devs', { extensions: 'odd_names' });
		expect(await shown(pair('names-alone'))).toMatchObject({ status: 403, secrets: 403 });
	});

	it('signed again with unusual bytes keep their names', async () => {
		await holds(await odd(Buffer.from('ops/devs')), 'eve', ['ops/devs']);
		await holds(await odd(Buffer.from('system:mästers')), 'eve', ['system:mästers']);
	});

	it.each<[string, Buffer]>([
		['text after a zero byte', Buffer.from('system:masters\0x')],
		['a leading zero byte', Buffer.from('\0system:masters')],
		['a trailing zero byte', Buffer.from('system:masters\0')],
		['invalid UTF-8', Buffer.concat([Buffer.from('system:masters'), Buffer.from([0xff, 0xfe])])],
		['an overlong letter', Buffer.concat([Buffer.from([0xc1, 0xb3]), Buffer.from('ystem:masters')])],
		['half a surrogate pair', Buffer.concat([Buffer.from('system:masters'), Buffer.from([0xed, 0xa0, 0x80])])],
	])('a group with %s is a different group, or the certificate is refused', async (_, bytes) => {
		const own = await odd(bytes);
		const { ca } = server.credentials;
		const secrets = await call(server.url, { ca, ...own }, 'GET', '/api/v1/secrets').catch((error: Error) => error);
		// The certificate is another user, is rejected, or gets no connection.
		if (!(secrets instanceof Error)) expect([401, 403]).toContain(secrets.status);
		const who = await call(server.url, { ca, ...own }, 'POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {
			apiVersion: 'authentication.k8s.io/v1',
			kind: 'SelfSubjectReview',
		}).catch((error: Error) => error);
		if (!(who instanceof Error) && who.status === 201) expect((who.json() as Loose).status.userInfo.groups).not.toContain('system:masters');
	});

	it('a certificate with a changed signature or subject is refused', async () => {
		issue('honest', '/O=system-masters/CN=eve');
		const { cert, key } = pair('honest');
		const der = Buffer.from(cert.toString().replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
		const pem = (bytes: Buffer): Buffer => Buffer.from(`-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`);
		const signed = Buffer.from(der);
		signed.writeUInt8(signed.readUInt8(signed.length - 1) ^ 1, signed.length - 1);
		await isRefused({ cert: pem(signed), key });
		const renamed = Buffer.from(der);
		renamed.write('system:masters', renamed.indexOf('system-masters'));
		await isRefused({ cert: pem(renamed), key });
	});

	it('the server certificate identifies no client', async () => {
		const own = (name: string): Buffer => readFileSync(join(server.dataDir, 'pki', name));
		await isRefused({ cert: own('apiserver.crt'), key: own('apiserver.key') });
	});

	it.each<[string, string, string, readonly string[]]>([
		['a unit with that name', '/OU=system:masters/CN=eve', 'eve', []],
		['a line break in the name', '/CN=eve\nO=system:masters', 'eve\nO=system:masters', []],
		['a slash in the name', '/CN=eve\\/O=system:masters', 'eve/O=system:masters', []],
		['a comma in a group', '/O=devs,system:masters/CN=eve', 'eve', ['devs,system:masters']],
		['capitals in a group', '/O=System:Masters/CN=eve', 'eve', ['System:Masters']],
		['a space before a group', '/O= system:masters/CN=eve', 'eve', [' system:masters']],
		['a letter that looks like another', '/O=ѕystem:masters/CN=eve', 'eve', ['ѕystem:masters']],
		['the name of an inherited property', '/O=constructor/CN=__proto__', '__proto__', ['constructor']],
		['two names, of which the last counts', '/CN=kubernetes-admin/CN=eve', 'eve', []],
	])('%s gives no further rights', async (what, subject, username, groups) => {
		const name = what.replaceAll(/\W+/g, '-');
		issue(name, subject);
		await holds(pair(name), username, groups);
	});

	it('without a common name identify no user, whatever their groups', async () => {
		issue('nameless', '/O=system:masters/OU=x');
		expect(await shown(pair('nameless'))).toMatchObject({ status: 403, secrets: 403 });
	});
});
