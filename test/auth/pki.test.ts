import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openKeys } from '../../runtime/auth/pki/keys.ts';
import { kubeconfig } from '../../runtime/auth/pki/kubeconfig.ts';
import { certificatesOf } from '../../runtime/auth/pki/pair.ts';

const names = { serving: ['localhost', '127.0.0.1', '::1', 'orch.default.svc'], admin: 'orch-admin', authority: 'orch' };

/** Flips a bit of a key's private scalar, and leaves the public half in the same file unchanged. */
async function flipScalar(file: string): Promise<void> {
	const key = createPrivateKey(await readFile(file, 'utf8')).export({ format: 'der', type: 'pkcs8' });
	// The tag and length of 32 bytes precede the scalar.
	const at = key.indexOf(Buffer.from([0x04, 0x20])) + 10;
	key[at] = (key[at] ?? 0) ^ 1;
	await writeFile(file, pem('PRIVATE KEY', key));
}

async function flipSignature(file: string): Promise<void> {
	const { raw } = new X509Certificate(await readFile(file));
	const flipped = Buffer.from(raw);
	flipped[flipped.length - 4] = (flipped.at(-4) ?? 0) ^ 1;
	await writeFile(file, pem('CERTIFICATE', flipped));
}

function pem(what: string, der: Buffer): string {
	return `-----BEGIN ${what}-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`;
}

let dataDir: string;
let folder: string;
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'orch-pki-'));
	folder = join(dataDir, 'pki');
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('keys', () => {
	it('are made on the first start, private to their owner', async () => {
		const keys = await openKeys(folder, names);
		expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
		for (const file of ['ca.key', 'ca.crt', 'apiserver.key', 'apiserver.crt', 'admin.key', 'admin.crt']) {
			expect(((await stat(join(folder, file))).mode & 0o777).toString(8), file).toBe('600');
		}
		expect(keys.authority.certificate.ca).toBe(true);
		expect(keys.serving.certificate.checkIssued(keys.authority.certificate)).toBe(true);
		expect(keys.serving.certificate.checkIP('::1')).toBeDefined();
		expect(keys.serving.certificate.checkHost('orch.default.svc')).toBeDefined();
		expect(keys.admin.certificate.subject).toBe('O=system:masters\nCN=orch-admin');
	});

	it('are published as certificates, without other content of their files', async () => {
		const { authority, serving } = await openKeys(folder, names);
		const [one, other] = [authority, serving].map(({ cert }) => new X509Certificate(cert).toString());
		expect(certificatesOf(`before\n${authority.cert}between${serving.cert}\u0000behind`, 'ca.crt')).toBe(`${one}${other}`);
		const damaged = `${authority.cert}${serving.cert.replace('MII', 'AAA')}`;
		expect(() => certificatesOf(damaged, 'chain.pem')).toThrow(/^chain\.pem contains no PEM certificate/);
	});

	it('stay the same on the next start', async () => {
		const first = await openKeys(folder, names);
		const second = await openKeys(folder, names);
		expect(second.serving.cert).toBe(first.serving.cert);
		expect(second.admin.cert).toBe(first.admin.cert);
	});

	it('a new name makes a new serving certificate under the same authority', async () => {
		const first = await openKeys(folder, names);
		const second = await openKeys(folder, { ...names, serving: [...names.serving, '10.1.2.3'] });
		expect(second.authority.cert).toBe(first.authority.cert);
		expect(second.serving.certificate.checkIP('10.1.2.3')).toBeDefined();
	});

	it('a lost leaf is made again', async () => {
		await openKeys(folder, names);
		await rm(join(folder, 'admin.key'));
		await rm(join(folder, 'admin.crt'));
		await openKeys(folder, names);
		expect(await readFile(join(folder, 'admin.key'), 'utf8')).toContain('PRIVATE KEY');
	});

	it.each([
		['a missing key', (f: string) => rm(join(f, 'ca.key')), /ca\.key is missing, but .*ca\.crt/],
		['a broken certificate', (f: string) => writeFile(join(f, 'apiserver.crt'), 'nonsense'), /apiserver\.crt contains no PEM certificate/],
		['a broken key', (f: string) => writeFile(join(f, 'apiserver.key'), 'nonsense'), /apiserver\.key contains no PEM private key/],
		[
			'a key with a flipped bit',
			(f: string) => flipScalar(join(f, 'apiserver.key')),
			/apiserver\.key is damaged, its signatures do not match .*apiserver\.crt: restore a copy/,
		],
		['the authority with a flipped bit', (f: string) => flipSignature(join(f, 'ca.crt')), /ca\.crt is damaged, its self-signature is invalid: restore a copy/],
		['a foreign key', async (f: string) => writeFile(join(f, 'admin.key'), await readFile(join(f, 'ca.key'))), /admin\.key does not match .*admin\.crt/],
	])('%s is reported clearly', async (_, spoil, sentence) => {
		await openKeys(folder, names);
		await chmod(folder, 0o700);
		await spoil(folder);
		await expect(openKeys(folder, names)).rejects.toThrow(sentence);
	});

	it('the kubeconfig has all that kubectl needs', async () => {
		const keys = await openKeys(folder, names);
		const config = parse(kubeconfig({ name: 'orch', server: 'https://127.0.0.1:6443', authority: keys.authority.cert, admin: keys.admin }));
		expect(config['current-context']).toBe('orch');
		expect(Buffer.from(config.users[0].user['client-key-data'], 'base64').toString()).toBe(keys.admin.key);
		expect(Buffer.from(config.clusters[0].cluster['certificate-authority-data'], 'base64').toString()).toBe(keys.authority.cert);
	});
});
